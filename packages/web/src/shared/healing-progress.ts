import type { BackgroundHeal, HealingDrive } from '@cooperage/contract'
import { type Progress, progressTo } from './progress.ts'

type Healed = Pick<HealingDrive, 'startedAt' | 'updatedAt' | 'bytesSettled' | 'bytesTotal'>

/** Whether the server has said what it heals: while all nodes of an erasure set are gone, it only says what is gone. */
export function isReported({ itemsScanned }: Pick<BackgroundHeal, 'itemsScanned'>): boolean {
  return itemsScanned !== null
}

/** How far a drive is rebuilt, with the time left at its average rate so far; undefined if the server doesn’t know its total. */
export function healingProgress({ startedAt, updatedAt, bytesSettled, bytesTotal }: Healed): Progress | undefined {
  const seconds = (Date.parse(updatedAt) - Date.parse(startedAt)) / 1000
  return progressTo(bytesTotal, bytesSettled, seconds > 0 ? bytesSettled / seconds : 0)
}
