// The head of the lobby: the motto, the nickname, the way to the first hand.
// Enters: the trouble with the last attempt, `second`: a seat that waits goes before. Leaves: `play` {name}, `want-code`.
import { html } from "lit";
import { t } from "../model/texts.js";
import { card } from "./card.js";
import { icon } from "./parts.js";
import { Piece } from "./piece.js";
import { sorry } from "./sorry.js";
import "./nick-field.js";
import "./more-icons.js";

const FAN = ["8s", "Js", "Qd", "Kh"];

class LobbyHero extends Piece {
  static properties = {
    trouble: { attribute: false },
    busy: { type: Boolean },
    second: { type: Boolean },
  };

  constructor() {
    super();
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
    this.busy = false;
    this.second = false;
  }

  render() {
    return html`<section class="hero petate rim" aria-labelledby="motto">
      <div class="hero__art" aria-hidden="true">${FAN.map((each) => card(each, { hidden: true }))}</div>
      <div class="hero__in"><h1 id="motto">${t("lobby.motto.1")} <br class="narrow">${t("lobby.motto.2")}
          <br>${t("lobby.motto.3")}</h1>
        <p class="hero__sub">${t("lobby.about")}</p>${this.#form()}</div>
      <div class="hem" aria-hidden="true"></div></section>`;
  }

  #form() {
    const named = this.trouble?.field === "name" ? this.trouble : null;
    return html`<form class="enter" @submit=${this.#play}>
      <nick-field .trouble=${named}></nick-field>
      <button class="btn ${this.second ? "btn--turq" : "btn--main"} btn--big enter__play" ?disabled=${this.busy}>${icon("play")}
        <span>${t(this.busy ? "lobby.play.busy" : "lobby.play")}
          <small>${t("lobby.play.with")}</small></span></button>
      <p class="trouble" role="alert">${this.trouble && !named ? sorry(this.trouble) : ""}</p>
      <div class="enter__more">
        <a class="btn btn--line" href="/create">${icon("lock")}${t("lobby.create")}</a>
        <button type="button" class="btn btn--line" @click=${() => this.tell("want-code")}
          >${icon("qr")}${t("lobby.code")}</button></div></form>`;
  }

  /** @param {SubmitEvent} event */
  #play(event) {
    event.preventDefault();
    const nick = /** @type {import("./nick-field.js").NickField} */ (
      this.querySelector("nick-field")
    );
    if (!this.busy && nick.check()) this.tell("play", { name: nick.value });
  }
}

customElements.define("lobby-hero", LobbyHero);
