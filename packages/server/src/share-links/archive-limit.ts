import { AppError } from '@cooperage/contract'
import { networkOf } from '../shared/network-of.ts'

/** Creating an archive takes processor time for as long as its reader is fast, and anyone who has a link can request many. */
const MAX_OF_LINK = 6
const MAX_OF_ADDRESS = 4
const MAX = 12

/** Limits the archives that are being sent through links at the same time. */
export class ArchiveLimit {
  readonly #running: { link: string; network: string }[] = []

  /** @throws AppError TooManyArchives, ShareLinkUnavailable */
  async run<T>(link: string, address: string, send: () => Promise<T>): Promise<T> {
    const archive = { link, network: networkOf(address) }
    const count = (key: 'link' | 'network') => this.#running.filter((one) => one[key] === archive[key]).length
    if (count('link') >= MAX_OF_LINK || count('network') >= MAX_OF_ADDRESS) throw new AppError('TooManyArchives')
    if (this.#running.length >= MAX) throw new AppError('ShareLinkUnavailable')
    this.#running.push(archive)
    try {
      return await send()
    } finally {
      this.#running.splice(this.#running.indexOf(archive), 1)
    }
  }
}
