/** E-mail by SMTP. */
import { randomUUID } from 'node:crypto'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { type AlertChannelSettings, AppError, detailText, errorText, type FailureText } from '@cooperage/contract'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Notice } from './notice.ts'

interface Sockets {
  checkHost: (host: string) => void
  lookup: LookupFunction
}

/** Longest line of base64 in a message (RFC 2045). */
const LINE = 76

/** Sends a message. Returns why it wasn't accepted; undefined if it was. @throws AppError RemoteAddressRefused */
export async function sendMail(
  settings: AlertChannelSettings,
  notice: Notice,
  { checkHost, lookup }: Sockets,
  signal: AbortSignal,
): Promise<FailureText | undefined> {
  const { host, port, security, user, password, from, to } = settings
  checkHost(host)
  let socket: Socket | undefined
  try {
    socket = await connected({ host, port, lookup, signal })
    const smtp = new SMTPConnection({
      host,
      port,
      // The guard has checked the very address of this connection.
      connection: socket,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
    })
    const stop = () => smtp.close()
    signal.addEventListener('abort', stop)
    try {
      const failed = Promise.withResolvers<never>()
      smtp.once('error', failed.reject)
      smtp.once('end', () => failed.reject(new Error('The connection ended')))
      const step = async (run: (done: (error?: Error | null) => void) => void) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        run((error) => (error ? reject(error) : resolve()))
        await Promise.race([promise, failed.promise])
      }
      await step((done) => smtp.connect(done))
      if (user !== '') await step((done) => smtp.login({ user, pass: password }, done))
      await step((done) => smtp.send({ from, to }, mailText(notice, { from, to }), done))
      smtp.quit()
      return undefined
    } finally {
      signal.removeEventListener('abort', stop)
      smtp.close()
    }
  } catch (error) {
    return problemOf(error, signal)
  } finally {
    socket?.destroy()
  }
}

async function connected(options: {
  host: string
  port: number
  lookup: LookupFunction
  signal: AbortSignal
}): Promise<Socket> {
  const socket = connect(options)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve).once('error', reject)
  // Node passes it to sockets of servers only.
  const stop = () => socket.destroy(options.signal.reason)
  options.signal.addEventListener('abort', stop)
  try {
    await promise
    return socket
  } finally {
    options.signal.removeEventListener('abort', stop)
  }
}

/** The message with its headers (RFC 5322). */
export function mailText(
  { title, text, alerts, server }: Notice,
  { from, to }: { from: string; to: readonly string[] },
): string {
  const lines = [...text.split('\n'), '', ...timesOf(alerts), `Storage server: ${server}`, '']
  return [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    `Subject: ${encodedWords(title)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.split('@')[1]}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(lines.join('\r\n')).replace(new RegExp(`.{${LINE}}`, 'g'), '$&\r\n'),
    '',
  ].join('\r\n')
}

/** Of one alert, or of several that all began or ended when they were reported. */
function timesOf([first, ...others]: Notice['alerts']): string[] {
  if (first === undefined) return []
  if (first.resolved === '') return [`Since: ${first.fired}`]
  return [others.length === 0 ? `From ${first.fired} to ${first.resolved}` : `Until: ${first.resolved}`]
}

/** A header that may have any characters (RFC 2047): words of at most 75 bytes. */
function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((one) => `=?UTF-8?B?${base64(one)}?=`).join('\r\n ')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** In our own words: the server may be anything. */
function problemOf(error: unknown, signal: AbortSignal): FailureText {
  if (error instanceof AppError) return errorText(error)
  if (signal.aborted) return detailText('noResponseInTime')
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  if (/^(ENOTFOUND|EAI_)/.test(code)) return detailText('noAddress')
  if (code === 'ECONNREFUSED') return detailText('nothingListens')
  if (/CERT|SIGNED|UNABLE_TO/.test(code)) return detailText('untrusted', { code })
  if (code === 'EAUTH') return detailText('mailSignInRefused')
  if (code === 'ETLS') return detailText('mailNoTls')
  if (responseCode !== undefined) return detailText('mailRefused', { status: responseCode })
  return detailText('connectionFailed')
}
