// What is asked for over REST, so that asking again after a lost answer is done once.
// Enters: what is wished. Leaves: the same with a request id; another wish has another id.

export class Wish {
  /** @param {() => string} fresh an id that is new each time */
  constructor(fresh) {
    this.fresh = fresh;
    this.last = "";
    this.request = "";
  }

  /** @template {object} Body @param {Body} body @returns {Body & {request: string}} */
  of(body) {
    const wished = JSON.stringify(body);
    if (wished !== this.last) this.request = this.fresh();
    this.last = wished;
    return { ...body, request: this.request };
  }

  /** It was granted: the same again is another wish. */
  granted() {
    this.last = "";
  }
}
