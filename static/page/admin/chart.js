// Chips in pots over time, by hours or days. The chart's library is loaded here alone; what it
// draws stands beside it as a table, for those who don't see it.
import { html, nothing } from "lit";
import { number, t } from "../../model/texts.js";
import { dateOf, day, dayAt, tick, when } from "../../model/when.js";
import { BASE } from "../../net/files.js";
import { box, chosen, dated, grid } from "../../view/admin/fields.js";
import { icon } from "../../view/parts.js";
import { Section } from "./section.js";

/** @typedef {{at: number, held: number, carried: number, won: number, given_back: number}} Step */

const DAY = 86_400_000_000; // microseconds
const USUAL = 30; // days, where none are said
const HIGH = 280; // pixels
const LINES = /** @type {const} */ ([
  ["held", "--mustard"],
  ["carried", "--terra"],
  ["won", "--turq"],
]);

class Chart extends Section {
  /** @type {import("uplot") | null} */
  plot = null;
  resized = new ResizeObserver(() => this.plot?.setSize(this.#size()));

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resized.disconnect();
    this.plot?.destroy();
  }

  asked() {
    const now = Date.now() * 1000;
    const until = this.param("until") ? dayAt(this.param("until"), true) : now;
    const since = this.param("since") ? dayAt(this.param("since")) : until - USUAL * DAY;
    return { since, until, step: this.param("step") || "day" };
  }

  render() {
    const { since, until, step } = this.asked();
    return html`${this.head(t("admin.chart"))}
      ${this.bar(html`${dated("since", dateOf(since))}${dated("until", dateOf(until - 1))}
        ${chosen("step", step, ["hour", "day"], (one) => t(`admin.step.${one}`))}`)}
      ${this.data ? this.#drawn() : nothing}`;
  }

  #drawn() {
    const title = t("admin.chart.title");
    const steps = /** @type {Step[]} */ (this.data.steps);
    const columns = ["at", ...LINES.map(([name]) => name), "given_back"];
    const rows = steps.map((one) => ({
      cells: [
        this.#named(one.at),
        ...[one.held, one.carried, one.won, one.given_back].map((chips) => number(chips)),
      ],
    }));
    const most = Math.max(0, ...steps.map(({ held }) => held));
    return html`${box(
      "h-chart",
      title,
      html`<div class="plot" role="img" aria-label=${t("admin.chart.label", { most })}></div>
        <p class="legend">${LINES.map(([name, colour]) => html`<span .style=${`--k:var(${colour})`}><i></i>${t(`admin.column.${name}`)}</span>`)}</p>`,
    )}<details class="card-box fold"><summary>${t("admin.chart.table")}${icon("next")}</summary>${grid(
      title,
      columns,
      rows,
    )}</details>`;
  }

  /** @param {number} at */
  #named(at) {
    return this.data.step === "day" ? day(at) : when(at);
  }

  async updated() {
    const place = this.querySelector(".plot");
    if (!place || this.drawn === this.data) return;
    this.drawn = this.data;
    dress();
    const { default: Plot } = await import("uplot");
    this.plot?.destroy();
    const steps = /** @type {Step[]} */ (this.data.steps);
    /** @type {import("uplot").AlignedData} */
    const data = [
      steps.map(({ at }) => at / 1e6),
      ...LINES.map(([name]) => steps.map((one) => one[name])),
    ];
    this.plot = new Plot(this.#options(), data, /** @type {HTMLElement} */ (place));
    this.resized.observe(this);
  }

  /** @type {any} */
  drawn = null;

  #size() {
    const place = this.querySelector(".plot");
    return { width: place?.clientWidth || 300, height: HIGH };
  }

  /** @returns {import("uplot").Options} */
  #options() {
    const style = getComputedStyle(this);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour("--text-2"),
      grid: { stroke: colour("--line") },
      ticks: { stroke: colour("--line") },
    };
    return {
      ...this.#size(),
      legend: { show: false },
      cursor: { show: false },
      axes: [
        { ...axis, values: (_, values) => values.map((at) => tick(at * 1e6, this.data.step)) },
        { ...axis, values: (_, values) => values.map((value) => number(value)) },
      ],
      series: [
        {},
        ...LINES.map(([name, token]) => ({
          label: t(`admin.column.${name}`),
          stroke: colour(token),
          width: 2,
          fill: name === "held" ? `${colour(token)}33` : undefined,
          points: { show: this.data.steps.length < 40 },
        })),
      ],
    };
  }
}

/** The library's own styles, once. */
function dress() {
  const href = `${BASE}/vendor/uplot.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

customElements.define("admin-chart", Chart);
