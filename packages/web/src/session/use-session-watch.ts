import { getSession, hasPermission, type Session, sentence } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { reported } from '../shared/api/failures.ts'
import { renewInTurn } from './renew-in-turn.ts'
import { listenToSession } from './session-socket.ts'
import { useSession } from './use-session.ts'

/** This machine's clock may be off by hours, so the socket, which doesn't need it, takes precedence. */
const SOCKET_TIMEOUT_MS = 5_000

export interface SessionWatch {
  /** When the session expires, in milliseconds of this machine's clock. */
  endsAt: number | undefined
  /** The session expires soon, so the page offers to sign in again. False after a new sign-in. */
  isEnding: boolean
  /** Why the session has ended; the login page shows the same message. */
  lost: { code: 'SessionEnded' | 'NoPolicy'; message: string } | undefined
}

/** The tab that signs out already navigates to the login page, and shows no reason. */
const LEAVE_MS = 500

type State = SessionWatch & { session: string }

/**
 * Reports when the session expires, is ended elsewhere, or gets other permissions. Only for the layout: each use opens a
 * socket. Signing in again in place refreshes `getSession`, and this hook follows the new session.
 */
export function useSessionWatch(): SessionWatch {
  const client = useQueryClient()
  const { expiresAt, endingAt, way } = useSession() ?? {}
  const [state, setState] = useState<State>()

  useEffect(() => {
    if (expiresAt === undefined || endingAt === undefined || way === undefined) return
    let isOver = false
    const update = (changes: Partial<SessionWatch>) => {
      // What an earlier session was still waiting for must not replace the state of the new one.
      if (isOver) return
      setState((earlier) => ({
        ...(earlier?.session === expiresAt ? earlier : initialState(expiresAt)),
        ...changes,
      }))
    }
    const reloadSession = () => client.invalidateQueries({ queryKey: [getSession.id] })
    /** Another tab may have signed in with the same cookie in between: then this session isn't the one that ends. */
    const announceEnd = async (endsAt: number) => {
      await renewed(way, expiresAt)
      await reloadSession()
      isOffered = true
      update({ endsAt, isEnding: true })
    }

    // If a proxy blocks sockets, rely on this machine's clock.
    const endsAtHere = Date.parse(expiresAt)
    let isOffered = false
    let leaving: ReturnType<typeof setTimeout> | undefined
    const untilEnding = Math.max(SOCKET_TIMEOUT_MS, Date.parse(endingAt) - Date.now())
    let timer = setTimeout(announceEnd, untilEnding, endsAtHere)
    const stop = listenToSession({
      onEvent(event) {
        if (event.kind === 'session') {
          clearTimeout(timer)
          const endsAt = Date.now() + event.endsInMs
          if (event.isEnding) void announceEnd(endsAt)
          else {
            update({ endsAt, isEnding: false })
            timer = setTimeout(announceEnd, event.endingInMs, endsAt)
          }
        } else if (event.kind === 'rights') {
          void reloadSession()
          void client.invalidateQueries({ queryKey: [hasPermission.id] })
        } else {
          update({ lost: { code: event.code, message: sentence(event.text) ?? event.message } })
          // The offer to sign in again stays open.
          if (isOffered && event.code === 'SessionEnded') return
          leaving = setTimeout(() => reported(new ApiError({ ...event, status: 401 })), LEAVE_MS)
        }
      },
      onUnreachable: () => void reloadSession(),
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(leaving)
      stop()
    }
  }, [client, expiresAt, endingAt, way])

  if (expiresAt === undefined) return { endsAt: undefined, isEnding: false, lost: undefined }
  return state?.session === expiresAt ? state : initialState(expiresAt)
}

function initialState(session: string): State {
  return { session, endsAt: Date.parse(session), isEnding: false, lost: undefined }
}

/** Renews the session where an identity provider can do it without the visitor. If it doesn't, the session ends as announced. */
async function renewed(way: Session['way'], expiresAt: string): Promise<void> {
  if (way !== 'openId') return
  try {
    await renewInTurn(expiresAt)
  } catch (error) {
    // An ended session and a console that is down are reported by the next page that makes a call.
    if (!(error instanceof ApiError)) throw error
  }
}
