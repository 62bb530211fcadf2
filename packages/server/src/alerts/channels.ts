/** How each kind of channel is checked and sent to. */
import {
  type AlertChannelSettings,
  AppError,
  detailText,
  errorText,
  type FailureText,
  reasonText,
  type Text,
} from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { connectionDetail } from '../shared/connection-detail.ts'
import type { OutboundGuard } from '../shared/outbound-guard.ts'
import type { Notice } from './notice.ts'

const TIMEOUT_MS = 10_000

/** ntfy: from 1 to 5. */
const NTFY_PRIORITY = { critical: 5, warning: 3, resolved: 2 } as const
/** Gotify: from 0 to 10. */
const GOTIFY_PRIORITY = { critical: 8, warning: 5, resolved: 2 } as const

interface Post {
  url: URL
  json: unknown
  authorization: string
}

/** The host that a channel connects to, with its port. @throws AppError InvalidInput, RemoteAddressRefused */
export function channelHost(settings: AlertChannelSettings, guard: OutboundGuard): string {
  if (settings.kind === 'email') {
    const { host, port, from, to, user, password, security } = settings
    if (host === '') throw invalid(reasonText('alertNeedsHost'))
    if (from === '' || to.length === 0) throw invalid(reasonText('alertNeedsAddresses'))
    if (user === '' && password !== '') throw invalid(reasonText('alertNeedsUser'))
    if (user !== '' && security === 'none') throw invalid(reasonText('alertNeedsTls'))
    guard.sockets().checkHost(host)
    return `${host}:${port}`
  }
  const url = URL.canParse(settings.url) ? new URL(settings.url) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw invalid(reasonText('alertNeedsUrl'))
  }
  if (settings.kind === 'ntfy' && topicOf(url) === '') throw invalid(reasonText('alertNeedsTopic'))
  if (settings.kind === 'gotify' && settings.token === '') throw invalid(reasonText('alertNeedsToken'))
  guard.sockets().checkHost(url.hostname.replace(/^\[|\]$/g, ''))
  return url.host
}

/** What became of a message. */
export interface Sent {
  /** Whether anybody got it: it isn't sent again then. */
  isDelivered: boolean
  /** Why not everybody did. */
  problem: FailureText | undefined
}

/** Sends to a channel. */
export async function sendTo(
  settings: AlertChannelSettings,
  notice: Notice,
  guard: OutboundGuard,
  stopping: AbortSignal,
): Promise<Sent> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    if (settings.kind === 'email') {
      // Few consoles send mail, and the client costs memory.
      const { sendMail } = await import('./send-mail.ts')
      return await sendMail(settings, notice, guard.sockets(), signal)
    }
    const { url, json, authorization } = postOf(settings, notice)
    const status = await guard.post(url, json, { authorization, signal })
    const isDelivered = status >= 200 && status < 300
    return { isDelivered, problem: isDelivered ? undefined : detailText('status', { status }) }
  } catch (error) {
    return { isDelivered: false, problem: problemOf(error, settings) }
  }
}

function problemOf(error: unknown, settings: AlertChannelSettings): FailureText {
  if (error instanceof AppError) return errorText(error)
  if (!(error instanceof StorageError)) throw error
  const host = settings.kind === 'email' ? settings.host : new URL(settings.url).host
  return connectionDetail(error, host) ?? detailText(error.kind === 'aborted' ? 'noResponseInTime' : 'connectionFailed')
}

/** The request of every kind that is sent over HTTP. */
export function postOf(settings: AlertChannelSettings, notice: Notice): Post {
  const url = new URL(settings.url)
  const { title, text, event, severity } = notice
  const importance = event === 'resolved' ? 'resolved' : severity
  const bearer = settings.token === '' ? '' : `Bearer ${settings.token}`
  switch (settings.kind) {
    case 'slack':
      return { url, json: { text: `*${escaped(title)}*\n${escaped(text)}` }, authorization: '' }
    case 'ntfy': {
      const topic = topicOf(url)
      url.pathname = url.pathname.replace(/[^/]+\/*$/, '')
      return { url, json: { topic, title, message: text, priority: NTFY_PRIORITY[importance] }, authorization: bearer }
    }
    case 'gotify':
      url.pathname = `${url.pathname.replace(/\/+$/, '')}/message`
      return { url, json: { title, message: text, priority: GOTIFY_PRIORITY[importance] }, authorization: bearer }
    default:
      return { url, json: notice, authorization: settings.token }
  }
}

function topicOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
}

/** Names of buckets can't format a message of Slack, nor mention anyone. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function invalid(reason: Text): AppError {
  return new AppError('InvalidInput', { reason })
}
