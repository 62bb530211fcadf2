import { SOCKET_CLOSE } from '@cooperage/contract'

/** The state of a live view. */
export interface LiveState {
  /** `idle` before the first start and after a manual stop. */
  status: 'idle' | 'running' | 'ended' | 'failed'
  /** While it runs: whether the socket is open, or being connected. */
  isConnected: boolean
  /** Messages dropped since the start, because this tab was too slow for them. */
  dropped: number
  /** Why a view failed: a code of the error catalog, '' if no socket could be opened. */
  failure: string | undefined
}

export type LiveEvent =
  | { kind: 'start' | 'stop' | 'open' | 'lost' | 'silence' }
  | { kind: 'dropped'; count: number }
  | { kind: 'end'; code: number; reason: string }

export const IDLE: LiveState = { status: 'idle', isConnected: false, dropped: 0, failure: undefined }

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
      return { ...state, isConnected: false }
    case 'dropped':
      return { ...state, dropped: state.dropped + event.count }
    case 'silence':
      return { ...state, status: 'failed', isConnected: false, failure: '' }
    case 'end':
      return event.code === SOCKET_CLOSE.ended
        ? { ...state, status: 'ended', isConnected: false }
        : { ...state, status: 'failed', isConnected: false, failure: event.reason }
  }
}
