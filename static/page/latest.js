// Of questions that are asked one after the other only the last one's answer counts: what comes
// late is of another question. Enters: a question, and what to do with its answer or its failure.

export class Latest {
  #round = 0;

  /** @template T
   * @param {() => Promise<T>} ask
   * @param {(answer: T) => void} show @param {(failure: unknown) => void} fail */
  async ask(ask, show, fail) {
    this.#round += 1;
    const mine = this.#round;
    try {
      const answer = await ask();
      if (mine === this.#round) show(answer);
    } catch (failure) {
      if (mine === this.#round) fail(failure);
    }
  }
}
