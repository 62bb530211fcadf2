import type { Tone } from './StateMark.tsx'

const TONES: ReadonlyMap<string, Tone> = new Map(
  Object.entries({
    good: ['Running', 'Bound', 'Ready', 'InUse', 'PoolInitialized'],
    warn: ['Pending', 'Terminating', 'Moving', 'Repairing', 'PoolNotCreated', 'PoolCreated'],
    bad: ['Failed', 'Lost', 'Error', 'Removed'],
  } as const).flatMap(([tone, words]) => words.map((word) => [word, tone as Tone] as const)),
)

/** What the word of a cluster for the state of a pod, volume, drive or pool means. The `*` of direct-csi is for a drive without an owner. */
export function clusterTone(word: string): Tone {
  return TONES.get(word.replace('*', '')) ?? 'muted'
}
