import type { Drive, Server } from '@cooperage/contract'

export type Tone = 'good' | 'warn' | 'bad'

/** A healing drive works, but its data has less redundancy until the drive is healed. */
export function driveTone({ state, isHealing }: Pick<Drive, 'state' | 'isHealing'>): Tone {
  if (state !== 'ok') return 'bad'
  return isHealing ? 'warn' : 'good'
}

export function serverTone(state: string): Tone {
  if (state === 'online') return 'good'
  return state === 'initializing' ? 'warn' : 'bad'
}

/** Servers and drives with a problem, for the summary above the list. */
export function countProblems(servers: readonly Server[]): { servers: number; drives: number } {
  return {
    servers: servers.filter(({ state }) => serverTone(state) !== 'good').length,
    drives: servers.flatMap(({ drives }) => drives).filter((drive) => driveTone(drive) !== 'good').length,
  }
}
