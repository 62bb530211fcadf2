import { AppError, type BucketSetting, detailText, failureWords, type ReportEntry } from '@cooperage/contract'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import { areSame, type BucketAt, type SettingItem, type SettingRow } from './setting-table.ts'

/** What became of a setting, or of a part of it. */
type Entry = Pick<ReportEntry, 'kind' | 'name' | 'item' | 'reason' | 'text'>

/**
 * Writes a setting of one bucket to another one as far as the server there accepts it, and reads it again, because servers
 * accept what they don't keep. Of a setting in parts, those that are accepted are kept. What is set there and not here stays.
 * @param there what the calls to `to` go through, whose errors have to name the server
 * @throws AppError that affects everything
 */
export async function applySetting(
  row: SettingRow,
  from: BucketAt,
  to: BucketAt,
  there: <T>(call: Promise<T>) => Promise<T>,
): Promise<Entry[]> {
  const { name } = row
  const items = await attempt(() => row.read(from))
  if ('error' in items) return items.error.code === 'NotInThisSetup' ? [] : [lost(name, '', items.error)]
  if (items.value.length === 0) return []
  const present = await there(attempt(() => row.read(to)))
  if ('value' in present && areSame(present.value, items.value)) return [kept(name, items.value)]
  const write = (some: readonly SettingItem[]) => there(attempt(() => row.write(to, some, from.bucket)))
  const written = await write(items.value)
  const refused: Entry[] = []
  let accepted = items.value
  if ('error' in written) {
    const isInParts = items.value.length > 1
    if (!isInParts) return [lost(name, items.value[0]?.name ?? '', written.error)]
    accepted = []
    for (const item of items.value) {
      const one = await write([...accepted, item])
      if ('error' in one) refused.push(lost(name, item.name, one.error))
      else accepted = [...accepted, item]
    }
  }
  if (accepted.length === 0) return refused
  const stored = await there(attempt(() => row.read(to)))
  if ('error' in stored) return [...refused, lost(name, '', stored.error)]
  // A policy names the bucket, and servers rewrite it.
  const isComparable = row.name !== 'policy'
  if (isComparable && !areSame(stored.value, accepted)) return [...refused, changed(name)]
  return [...refused, kept(name, accepted)]
}

type Attempt<T> = { value: T } | { error: AppError }

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (affectsAllObjects(error) && error.code !== 'NoObjectLock') throw error
    return { error }
  }
}

function kept(name: BucketSetting, items: readonly SettingItem[]): Entry {
  return { kind: 'settingKept', name, item: items.length > 1 ? String(items.length) : '', reason: '' }
}

function lost(name: BucketSetting, item: string, error: AppError): Entry {
  const { message: reason, text } = failureWords(error)
  return { kind: 'settingLost', name, item, reason, ...(text && { text }) }
}

function changed(name: BucketSetting): Entry {
  const text = detailText('settingChanged')
  return { kind: 'settingLost', name, item: '', reason: text.text, text }
}
