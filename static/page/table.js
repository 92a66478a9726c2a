// A table: first its door (join.js), then the table itself.
import { begin } from "./ground.js";
import { arrive } from "./join.js";

const page = await begin();
await arrive(page, location.pathname.split("/").at(-1) ?? "");
