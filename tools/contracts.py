"""An import contract that import-linter lacks: a package that needs the standard library alone.

Its own `forbidden` contract takes a list of names, so it would miss the library nobody listed.
"""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StdlibOnly(Contract):
    """`package`, and everything in it, imports itself and the standard library only."""

    package = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        package = str(self.package)  # a field when declared, its value when checked
        output.verbose_print(verbose, f"Looking for strangers in {package}...")
        strangers = [
            f"{module} imports {imported}"
            for module in sorted(graph.modules)
            if _root(module) == package
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if _root(imported) not in {package, *sys.stdlib_module_names}
        ]
        return ContractCheck(kept=not strangers, metadata={"strangers": strangers})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["strangers"]:
            output.print_error(line)
        output.new_line()


def _root(module: str) -> str:
    return module.partition(".")[0]
