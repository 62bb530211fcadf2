import { getSession, hasPermission, SESSION_ENDING_MS } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { reported } from '../shared/api/failures.ts'
import { listenToSession } from './session-socket.ts'
import { useSession } from './use-session.ts'

/** This machine's clock may be wrong by hours: the socket, which needs none, is heard first. */
const SOCKET_PATIENCE_MS = 5_000

export interface SessionWatch {
  /** When the session ends, in milliseconds of this machine's clock. */
  endsAt: number | undefined
  /** The end is near and nobody has signed in again: the moment to offer it. False again after a new sign-in. */
  isEnding: boolean
  /** Why the session is over; the login page shows the same words. */
  lost: { code: 'SessionEnded' | 'NoPolicy'; message: string } | undefined
}

/** The tab in which somebody signs out is on its way to the login page already, and needs no reason. */
const LEAVE_MS = 500

type Told = SessionWatch & { session: string }

/**
 * Hears from the console when the session ends, was ended elsewhere, or may do other things than before. For one place only,
 * the layout: each use is a socket. Whoever signs in again in place refreshes `getSession`, and this follows the new session.
 */
export function useSessionWatch(): SessionWatch {
  const client = useQueryClient()
  const expiresAt = useSession()?.expiresAt
  const [told, setTold] = useState<Told>()

  useEffect(() => {
    if (expiresAt === undefined) return
    const tell = (news: Partial<SessionWatch>) =>
      setTold((earlier) => ({
        ...(earlier?.session === expiresAt ? earlier : nothingTold(expiresAt)),
        ...news,
      }))
    const askAgain = () => client.invalidateQueries({ queryKey: [getSession.id] })
    /** Another tab may have signed in meanwhile, and the cookie is the same: then this session is not the one that ends. */
    const announceEnd = async (endsAt: number) => {
      await askAgain()
      isOffered = true
      tell({ endsAt, isEnding: true })
    }

    // Where a proxy lets no sockets through, this machine's clock has to do.
    const endsAtHere = Date.parse(expiresAt)
    let isOffered = false
    let leaving: ReturnType<typeof setTimeout> | undefined
    let timer = setTimeout(announceEnd, Math.max(SOCKET_PATIENCE_MS, untilEnding(endsAtHere)), endsAtHere)
    const stop = listenToSession({
      onNews(news) {
        if (news.kind === 'session') {
          clearTimeout(timer)
          const endsAt = Date.now() + news.endsInMs
          if (news.isEnding) void announceEnd(endsAt)
          else {
            tell({ endsAt, isEnding: false })
            timer = setTimeout(announceEnd, untilEnding(endsAt), endsAt)
          }
        } else if (news.kind === 'rights') {
          void askAgain()
          void client.invalidateQueries({ queryKey: [hasPermission.id] })
        } else {
          tell({ lost: { code: news.code, message: news.message } })
          // Whoever has the offer to sign in before them can still take it.
          if (isOffered && news.code === 'SessionEnded') return
          leaving = setTimeout(() => reported(new ApiError({ ...news, status: 401 })), LEAVE_MS)
        }
      },
      onSilence: () => void askAgain(),
    })
    return () => {
      clearTimeout(timer)
      clearTimeout(leaving)
      stop()
    }
  }, [client, expiresAt])

  if (expiresAt === undefined) return { endsAt: undefined, isEnding: false, lost: undefined }
  return told?.session === expiresAt ? told : nothingTold(expiresAt)
}

function nothingTold(session: string): Told {
  return { session, endsAt: Date.parse(session), isEnding: false, lost: undefined }
}

function untilEnding(endsAt: number): number {
  return Math.max(0, endsAt - Date.now() - SESSION_ENDING_MS)
}
