import type { HealedItem, HealProgress, HealthColor, HealthColumns } from '@cooperage/contract'
import type { HealStatus, HealedItem as ItemOfServer } from '@cooperage/storage-client'

/** Maximum number of items in a message, out of the thousand that a server collects. */
const ITEMS_PER_MESSAGE = 100

type Counts = Omit<HealProgress, 'clientToken' | 'summary' | 'itemsHealthStatus' | 'healDuration'>

const noColumns = (): HealthColumns => ({ Green: 0, Yellow: 0, Red: 0, Grey: 0 })

/** The totals of a heal, whose items the server sends only once. */
export class HealTotals {
  readonly #token: string
  readonly #counts: Counts

  /** `isPartial`: the heal started earlier, and its first items were sent to another client. */
  constructor(token: string, isPartial: boolean) {
    this.#token = token
    this.#counts = {
      isPartial,
      bytesScanned: 0,
      objectsScanned: 0,
      objectsHealed: 0,
      itemsScanned: 0,
      itemsHealed: 0,
      itemsFailed: 0,
      healthBeforeCols: noColumns(),
      healthAfterCols: noColumns(),
    }
  }

  /** Adds the items of a status, and returns the progress so far. */
  add({ summary, startedAt, time, items }: HealStatus): HealProgress {
    const healed = items.map(toHealedItem)
    for (const item of healed) this.#addItem(item)
    const { healthBeforeCols, healthAfterCols } = this.#counts
    return {
      ...this.#counts,
      healthBeforeCols: { ...healthBeforeCols },
      healthAfterCols: { ...healthAfterCols },
      clientToken: this.#token,
      summary: summary === 'running' || summary === 'stopped' ? summary : 'finished',
      healDuration: startedAt === 0 ? 0 : Math.max(0, Math.round((time - startedAt) / 1000)),
      itemsHealthStatus: healed
        .filter(({ status, before }) => status === 'failure' || before.color !== 'Green')
        .slice(0, ITEMS_PER_MESSAGE),
    }
  }

  #addItem({ type, size, status, before, after }: HealedItem): void {
    const counts = this.#counts
    const isObject = type === 'object'
    const isHealed = after.online > before.online
    counts.itemsScanned += 1
    counts.objectsScanned += Number(isObject)
    counts.bytesScanned += size
    counts.itemsHealed += Number(isHealed)
    counts.objectsHealed += Number(isHealed && isObject)
    counts.itemsFailed += Number(status === 'failure')
    counts.healthBeforeCols[before.color] += 1
    counts.healthAfterCols[after.color] += 1
  }
}

function toHealedItem(item: ItemOfServer): HealedItem {
  const { type, bucket, object, detail, size, before, after } = item
  return {
    status: detail === '' ? 'success' : 'failure',
    detail,
    type,
    name: object === '' ? bucket : `${bucket}/${object}`,
    before: healthOf(before, item),
    after: healthOf(after, item),
    size,
  }
}

type Blocks = Pick<ItemOfServer, 'dataBlocks' | 'parityBlocks'>

function healthOf(drives: readonly string[], blocks: Blocks): HealedItem['before'] {
  const count = (state: string) => drives.filter((one) => one === state).length
  const [online, offline, missing] = [count('ok'), count('offline'), count('missing') + count('missing-part')]
  const corrupted = drives.length - online - offline - missing
  return { color: colorOf(online, drives.length, blocks), online, offline, missing, corrupted }
}

/** By the remaining parity, which is how many more drives can fail. A bucket needs half of the drives. */
function colorOf(online: number, drives: number, { dataBlocks, parityBlocks }: Blocks): HealthColor {
  const isObject = dataBlocks > 0
  const needed = isObject ? dataBlocks : Math.max(1, Math.floor(drives / 2))
  const spare = isObject ? parityBlocks : drives - needed
  if (drives === 0 || online < needed) return 'Grey'
  if (online - needed >= spare) return 'Green'
  return online === needed ? 'Red' : 'Yellow'
}
