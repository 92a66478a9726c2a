// Sheets over the table: leave, menu with the host's powers, seal, pot, chips, bet, keys.
// Enters: which is open, the store. Leaves: templates, in the browser's own dialog.
import { html, nothing } from "lit";
import { nameAt } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { touches } from "../../model/settings.js";
import { list, t } from "../../model/texts.js";
import { allow, refuse } from "../bubble.js";
import { lobbyLink, sentence, toggle } from "../panel/parts.js";
import { chips, icon, rich } from "../parts.js";
import { lines } from "./log.js";
import "../more-icons.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {import("../../model/scene.js").Scene} Scene */

/** @typedef {import("./log.js").Entry} Entry */

/** @type {Record<string, (scene: Scene, does: Does, sure: string, entries: readonly Entry[]) => unknown>} */
const BODIES = { leave, menu, host, people, log, seal, pot, chips: chipsForm, bet: betForm, keys };

/**
 * @param {string} open "" for none; behind a colon what the menu asks once more
 * @param {Store} store @param {Does} does @param {readonly Entry[]} entries what happened
 */
export function sheets(open, store, does, entries) {
  const [name = "", sure = ""] = open.split(":");
  const body = BODIES[name];
  return html`<dialog class="sheet" id="table-sheet" aria-labelledby="sheet-title" @close=${() => does.show("")}
    @click=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && does.show("")}>
    ${
      body && store.scene
        ? html`<div class="sheet__in"><header class="sheet__head"><h2 id="sheet-title">${t(`table.sheet.${name}`)}</h2>
      <button type="button" class="btn-icon" aria-label=${t("common.close")} @click=${() => does.show("")}>${icon("cross")}</button></header>
      ${store.chosen.refused ? html`<p class="hint hint--bad" role="alert"><span>${sentence(store.chosen.refused)}</span></p>` : nothing}
      ${body(store.scene, does, sure, entries)}</div>`
        : nothing
    }</dialog>`;
}

/** @param {Scene} scene @param {Does} does */
function leave(scene, does) {
  if (scene.spectator) return html`<p class="go">${lobbyLink()}</p>`;
  const playing = !scene.over && scene.me.seat >= 0 && !scene.me.out;
  return html`<p>${t(playing ? "table.leave.playing" : "table.leave.between")}</p>
    <p class="go"><a class="btn btn--line btn--big" href="/">${t("table.leave.keep")}</a>
    <button type="button" class="btn btn--danger btn--big" @click=${does.leave}>${t("table.leave.go")}</button></p>`;
}

/** @param {Scene} scene @param {Does} _ @param {string} __ @param {readonly Entry[]} entries */
function log(scene, _, __, entries) {
  return entries.length ? lines(entries, scene) : html`<p>${t("table.log.none")}</p>`;
}

/** @param {Scene} scene @param {Does} does */
function menu(scene, does) {
  const { table, mine, me } = scene;
  const host = table.host !== null && table.host === mine.place;
  const to = (
    /** @type {string} */ sheet,
    /** @type {string} */ sign,
    /** @type {string} */ text,
  ) => row(sign, text, () => does.show(sheet));
  return html`<div class="menu">
    <button type="button" class="btn btn--turq" @click=${() => does.show("invite")}>${icon("share")}${t("table.invite")}</button>
    <div class="no-side">${to("log", "receipt", t("table.log"))}</div>
    ${to("rules", "deck", t("table.rules"))}${to("howto", "hand", t("common.nav.howto"))}
    ${to("settings", "sliders", t("common.settings"))}
    ${scene.spectator ? nothing : html`<a class="btn row" target="_blank" href=${`/report#${table.id}/${table.hand}`}>${icon("warn")}<span>${t("table.report")}</span></a>`}
    ${touches() ? nothing : to("keys", "keys", t("table.sheet.keys"))}
    ${
      me.player && !scene.spectator
        ? toggle(t("table.pausing"), t("table.pausing.sub"), me.player.pausing, (pause) =>
            does.ask({ type: "ask_pause", pause }),
          )
        : nothing
    }
    ${gone(scene, does)}
    ${
      host
        ? to("host", "people", t("table.sheet.host"))
        : table.owner !== null && table.owner === mine.place
          ? row("people", t("table.host.take"), () => does.ask({ type: "take_host" }))
          : nothing
    }
  </div>`;
}

/** A line of a menu. @param {string} sign an icon @param {unknown} text @param {() => void} deed */
const row = (sign, text, deed) =>
  html`<button type="button" class="btn row" @click=${deed}>${icon(sign)}<span>${text}</span></button>`;

/** Without a clock: play for whoever has been gone a minute. @param {Scene} scene @param {Does} does */
function gone({ table, sitters }, does) {
  if (table.pace.name !== "untimed") return nothing;
  return sitters
    .filter(({ player, present }) => player && !player.bot && !present)
    .map(({ place, player }) =>
      row("bot", rich("table.defaults", { name: player?.name ?? "" }), () =>
        does.ask({ type: "put_on_defaults", place }),
      ),
    );
}

/**
 * What can't be taken back wants a second press, on another button than the first.
 * @param {{key: string, sure: string, name?: string, off?: boolean, sheet?: string}} about what, what is asked, and where
 * @param {Does} does @param {() => void} deed
 */
function twice({ key, sure, name = "", off = false, sheet = "host" }, does, deed) {
  const asks = sure === key;
  const text = `table.host.${key.split("-")[0]}`;
  return html`<button type="button" class="btn ${asks ? "btn--line" : "btn--danger"}" ?disabled=${off}
      @click=${() => does.show(asks ? sheet : `${sheet}:${key}`)}>${asks ? t("common.cancel") : rich(text, { name })}</button>${
        asks
          ? html`<button type="button" class="btn btn--danger" @click=${() => {
              deed();
              does.show(sheet);
            }}>${rich(`${text}.sure`, { name })}</button>`
          : nothing
      }`;
}

const WINDOWS = [3, 5, 8, 12, 20];

/** What only the host may. @param {Scene} scene @param {Does} does @param {string} sure */
function host({ table }, does, sure) {
  const free = table.places.filter((player) => !player).length;
  const pace = table.coming.pace ?? table.pace;
  const seconds = pace.window === null ? 0 : pace.window / 1e6;
  const choices = [
    ...WINDOWS.map((window) => ({ pace: "steady", window })),
    { pace: "untimed", window: 0 },
  ];
  return html`<div class="menu"><p class="small muted">${t("table.host.sub")}</p>
    ${free ? row("bot", rich("table.bots.fill", { n: free }), () => does.bots(free)) : nothing}
    <div class="seg-row menu__pace" role="group" aria-label=${t("table.host.pace")}><b>${t("table.host.pace")}</b>${choices.map(
      (one) =>
        html`<button type="button" class="react" aria-pressed=${one.window === seconds}
        @click=${() => does.ask({ type: "set_pace", pace: one.pace, window: one.window || null })}>${
          one.window ? t("table.window", { n: one.window }) : t("table.pace.untimed")
        }</button>`,
    )}</div>
    ${row("deck", t("table.house"), () => does.show("house"))}
    ${toggle(t("table.host.watch"), "", table.coming.watchable ?? table.watchable, (watchable) =>
      does.ask({ type: "set_watchable", watchable }),
    )}
    ${row("people", t("table.sheet.people"), () => does.show("people"))}
    ${
      table.coming.close
        ? html`<p class="hint" role="status"><span>${t("table.host.closing")}</span></p>`
        : twice({ key: "close", sure }, does, does.closeTable)
    }</div>`;
}

/** Who may be sent away by the host: not beside harmless switches. @param {Scene} scene @param {Does} does @param {string} sure */
function people({ sitters, mine }, does, sure) {
  const others = sitters.filter(({ player, place }) => player && place !== mine.place);
  return html`<div class="menu">${others.map(({ place, player }) =>
    twice(
      {
        key: `kick-${place}`,
        sure,
        name: player?.name ?? "",
        off: player?.leaving ?? false,
        sheet: "people",
      },
      does,
      () => does.ask({ type: "kick", place }),
    ),
  )}</div>`;
}

/** @param {Scene} scene */
function seal({ table, mine }) {
  const added = mine.added_entropy || table.fairness?.seats.some((seat) => seat.pledge);
  return html`<p>${t("table.seal.what")}</p><p class="seal"><code>${table.fairness?.commitment ?? table.commitment ?? "–"}</code></p>
    <p>${t(added ? "table.seal.added" : "table.seal.soon")}</p>`;
}

/** @param {Scene} scene */
function pot(scene) {
  const { table, view, over } = scene;
  const carried = table.carried.pots.main ?? 0;
  const main = view && !over ? view.pot : carried;
  const antes = `${table.dealt.length} × ${table.bet}`;
  return html`<section class="paper"><h3>${t("table.receipt")}</h3><dl>
    <div><dt>${t("table.pot.carried")}</dt><dd>${chips(carried)}</dd></div>
    ${over ? nothing : html`<div><dt>${t("table.receipt.fresh")}<small>${antes}</small></dt><dd>${chips(main - carried)}</dd></div>`}
    <div class="sum"><dt>${t("table.pot")}</dt><dd>${chips(main)}</dd></div>
    ${Object.entries(view && !over ? view.side : {}).map(([game, side]) => html`<div><dt>${gameName(game)}<small>${t(`rules.side_games.${game}.about`)} ${announcedBy(scene, game)}</small></dt><dd>${chips(side.pot)}</dd></div>`)}
    ${
      over
        ? Object.entries(table.carried.pots)
            .filter(([name]) => name !== "main")
            .map(
              ([game, n]) =>
                html`<div><dt>${gameName(game)}<small>${t(`rules.side_games.${game}.about`)}</small></dt><dd>${chips(n)}</dd></div>`,
            )
        : nothing
    }
    </dl></section><a class="btn" target="_blank" href="/night/${table.id}">${t("table.night")}</a>`;
}

/** Who has announced a side game, once all have. @param {Scene} scene @param {string} game */
const announcedBy = (scene, game) =>
  list(
    (scene.view?.announced ?? []).flatMap((games, seat) =>
      games?.includes(game) ? [nameAt(scene, seat)] : [],
    ),
  );

/** @param {string} name @param {number} value @param {(n: number) => void} take @param {string} label @param {string} does @param {number} [most] */
const numberForm = (
  name,
  value,
  take,
  label,
  does,
  most = Number.MAX_SAFE_INTEGER,
) => html`<form class="number" @submit=${(/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  take(Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get(name)));
}}><label class="field">${label}<input name=${name} type="number" inputmode="numeric" min="1" max=${most} required
    @invalid=${refuse(t("table.refusal.bad_chips"))} @input=${allow} .value=${String(value)}></label>
  <button class="btn btn--main btn--big">${does}</button></form>`;

/** @param {Scene} scene @param {Does} does */
function chipsForm({ table, me }, does) {
  const room = table.most_stack === null ? null : table.most_stack - (me.player?.stack ?? 0);
  return numberForm(
    "chips",
    Math.max(1, Math.min(table.bet * 20, room ?? Number.POSITIVE_INFINITY)),
    (n) => {
      does.ask({ type: "top_up", chips: n });
      does.show("");
    },
    `${t("table.topup.how")}${room === null ? "" : ` ${t("table.topup.span", { n: Math.max(0, room) })}`}`,
    t("table.topup.go"),
    room ?? undefined,
  );
}

/** @param {Scene} scene @param {Does} does */
function betForm({ table }, does) {
  return numberForm(
    "bet",
    table.bet,
    (bet) => {
      does.ask({ type: "propose", bet });
      does.show("");
    },
    t("table.bet.how"),
    t("table.bet.go"),
  );
}

const KEYS = ["M", "N", "1", "A", "R", "B", "P", "C", "Z", "arrows", "space", "T", "H", "?"];

function keys() {
  return html`<dl class="keys">${KEYS.map((key) => html`<div><dt><kbd>${key.length === 1 ? key : t(`table.key.${key}.name`)}</kbd></dt><dd>${t(`table.key.${key}`)}</dd></div>`)}</dl>`;
}
