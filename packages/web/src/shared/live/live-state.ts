import { SOCKET_CLOSE } from '@cooperage/contract'

/** What a live view is doing. */
export interface LiveState {
  /** `idle` before the first start and after a stop by hand. */
  status: 'idle' | 'running' | 'ended' | 'failed'
  /** While it runs: the socket is open; false while it is being connected, or connected again. */
  isConnected: boolean
  /** Messages that were left out since the start, because this tab did not take them as fast as they came. */
  dropped: number
  /** Of a view that failed: a code of the error catalogue, '' when no socket could be opened. */
  failure: string | undefined
}

export type LiveEvent =
  | { kind: 'start' | 'stop' | 'open' | 'lost' | 'silence' }
  | { kind: 'dropped'; count: number }
  | { kind: 'end'; code: number; reason: string }

export const IDLE: LiveState = { status: 'idle', isConnected: false, dropped: 0, failure: undefined }

/** What follows from what happened to a live view. A view that does not run hears of nothing but a start. */
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
