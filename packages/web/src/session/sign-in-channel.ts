import { keptName } from '../navigation/base-path.ts'

/** Lets the window of a sign-in at a provider notify the tab that waits for it. */
const NAME = 'cooperage-sign-in'
const SIGNED_IN = 'signed in'
const RECEIVED = 'received'
/** Tabs of one browser respond immediately. */
const RESPONSE_TIMEOUT_MS = 1000

/** Whether a tab was waiting for this sign-in; then this window has done its work. */
export function announceSignIn(): Promise<boolean> {
  const channel = new BroadcastChannel(keptName(NAME))
  return new Promise((resolve) => {
    const finish = (wasAwaited: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(wasAwaited)
    }
    const timer = setTimeout(finish, RESPONSE_TIMEOUT_MS, false)
    channel.onmessage = ({ data }) => {
      if (data === RECEIVED) finish(true)
    }
    channel.postMessage(SIGNED_IN)
  })
}

/** Calls `onSignedIn` after each sign-in in another window, until the returned function is called. */
export function awaitSignIn(onSignedIn: () => void): () => void {
  const channel = new BroadcastChannel(keptName(NAME))
  channel.onmessage = ({ data }) => {
    if (data !== SIGNED_IN) return
    channel.postMessage(RECEIVED)
    onSignedIn()
  }
  return () => channel.close()
}
