/** URLs of the objects of a folder, signed some at a time, in the order in which they are listed. Independent of network and pages. */

/** Signs URLs for names, in this order; '' for a name that none can represent. */
export type SignNames = (names: readonly string[], signal: AbortSignal) => Promise<string[]>

/** A URL is used within a part of its life, since a download may wait for others. */
const KEPT_MS = 5 * 60_000

export class DirectUrls {
  readonly #sign: SignNames
  readonly #atMost: number
  readonly #now: () => number
  #listed: readonly string[] = []
  readonly #urls = new Map<string, { at: number; url: Promise<string> }>()

  constructor(sign: SignNames, atMost: number, now = () => performance.now()) {
    this.#sign = sign
    this.#atMost = atMost
    this.#now = now
  }

  /** What is asked for next, probably in this order. */
  list(names: readonly string[]): void {
    this.#listed = names
    this.#urls.clear()
  }

  /** @throws what signing throws */
  async of(name: string, signal: AbortSignal): Promise<string> {
    const known = this.#urls.get(name)
    if (known !== undefined && this.#now() - known.at < KEPT_MS) return await known.url
    const at = this.#listed.indexOf(name)
    const names = at < 0 ? [name] : this.#listed.slice(at, at + this.#atMost)
    const signing = this.#sign(names, signal)
    const signedAt = this.#now()
    for (const [index, one] of names.entries()) {
      const url = signing.then((urls) => urls[index] ?? '')
      url.catch(() => this.#urls.delete(one))
      this.#urls.set(one, { at: signedAt, url })
    }
    return (await signing)[0] ?? ''
  }
}
