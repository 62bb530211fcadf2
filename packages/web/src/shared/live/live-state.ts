import { SOCKET_CLOSE } from '@cooperage/contract'

/** The state of a live view. */
export interface LiveState {
  /** `idle` before the first start and after a manual stop. */
  status: 'idle' | 'running' | 'ended' | 'failed'
  /** While it runs: whether the socket is open, or being connected. */
  isConnected: boolean
  /** Messages dropped since the start, because this tab was too slow for them. */
  dropped: number
  /**
   * Why a view failed, or can't reconnect at the moment: a code of the error catalog, '' if no connection could be opened.
   */
  failure: string | undefined
  /** When the connection was lost, while it is; in milliseconds since the epoch. */
  lostAt: number | undefined
  /** The last times without a connection since the start. */
  gaps: readonly Gap[]
}

/** A time without a connection, in milliseconds since the epoch. */
interface Gap {
  from: number
  to: number
}

/** Older gaps are discarded. */
const MAX_GAPS = 5

export type LiveEvent =
  | { kind: 'start' | 'stop' | 'open' }
  | { kind: 'lost'; at: number }
  /** The connection has been stable for a while; it was opened at `since`. */
  | { kind: 'steady'; since: number }
  | { kind: 'silence'; reason: string }
  | { kind: 'dropped'; count: number }
  | { kind: 'end'; code: number; reason: string }

export const IDLE: LiveState = {
  status: 'idle',
  isConnected: false,
  dropped: 0,
  failure: undefined,
  lostAt: undefined,
  gaps: [],
}

/** The next state after an event. A view that isn't running ignores everything but a start. */
export function nextLiveState(state: LiveState, event: LiveEvent): LiveState {
  if (event.kind === 'start') return { ...IDLE, status: 'running' }
  if (state.status !== 'running') return state
  switch (event.kind) {
    case 'stop':
      return { ...state, status: 'idle', isConnected: false }
    case 'open':
      return { ...state, isConnected: true }
    case 'lost':
      // Before the first message nothing is missing.
      return { ...state, isConnected: false, lostAt: state.lostAt ?? (state.isConnected ? event.at : undefined) }
    case 'steady':
      return { ...state, failure: undefined, lostAt: undefined, gaps: gapsUntil(state, event.since) }
    case 'dropped':
      return { ...state, dropped: state.dropped + event.count }
    case 'silence':
      return { ...state, isConnected: false, failure: event.reason }
    case 'end':
      return event.code === SOCKET_CLOSE.ended
        ? { ...state, status: 'ended', isConnected: false }
        : { ...state, status: 'failed', isConnected: false, failure: event.reason }
  }
}

function gapsUntil({ lostAt, gaps }: LiveState, to: number): readonly Gap[] {
  return lostAt === undefined ? gaps : [...gaps, { from: lostAt, to }].slice(-MAX_GAPS)
}
