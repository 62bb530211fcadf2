import { setTimeout as after } from 'node:timers/promises'

/** Waits, without keeping the process alive. Rejects when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await after(ms, undefined, { signal, ref: false })
}
