/** E-mail by SMTP. */
import { randomUUID } from 'node:crypto'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { type AlertChannelSettings, AppError, detailText, errorText, type FailureText } from '@cooperage/contract'
import SMTPConnection, { type Accepted } from 'nodemailer/lib/smtp-connection'
import { certificateDetail } from '../shared/connection-detail.ts'
import type { Sent } from './channels.ts'
import type { Notice } from './notice.ts'

interface Sockets {
  checkHost: (host: string) => void
  lookup: LookupFunction
}

/** Longest line of base64 in a message (RFC 2045). */
const LINE = 76

/** Sends a message. @throws AppError RemoteAddressRefused */
export async function sendMail(
  settings: AlertChannelSettings,
  notice: Notice,
  { checkHost, lookup }: Sockets,
  signal: AbortSignal,
): Promise<Sent> {
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
      const step = async <Result>(run: (done: (error?: Error | null, result?: Result) => void) => void) => {
        const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>()
        run((error, result) => (error ? reject(error) : resolve(result)))
        return await Promise.race([promise, failed.promise])
      }
      await step((done) => smtp.connect(done))
      if (user !== '') await step((done) => smtp.login({ user, pass: password }, done))
      const accepted = await step<Accepted>((done) => smtp.send({ from, to }, mailText(notice, { from, to }), done))
      smtp.quit()
      const [refusal] = accepted?.rejectedErrors ?? []
      const status = refusal?.responseCode ?? 0
      return { isDelivered: true, problem: refusal && detailText('mailRecipientRefused', { status }) }
    } finally {
      signal.removeEventListener('abort', stop)
      smtp.close()
    }
  } catch (error) {
    return { isDelivered: false, problem: problemOf(error, `${host}:${port}`, signal) }
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
    `To: ${folded(to)}`,
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

/** Lines of at most 78 characters where the addresses allow it (RFC 5322, section 2.1.1). */
function folded(addresses: readonly string[]): string {
  const lines: string[] = []
  let line = ''
  for (const [index, address] of addresses.entries()) {
    const one = index < addresses.length - 1 ? `${address},` : address
    if (line !== '' && 'To: '.length + line.length + one.length >= 78) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? one : `${line} ${one}`
  }
  return [...lines, line].join('\r\n ')
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

interface SmtpError {
  code?: string
  originalCode?: string
  responseCode?: number
}

/** In our own words: the server may be anything. */
function problemOf(error: unknown, host: string, signal: AbortSignal): FailureText {
  if (error instanceof AppError) return errorText(error)
  if (signal.aborted) return detailText('noResponseInTime')
  // Once connected, nodemailer replaces the code of errors of the socket.
  const { code: given = '', originalCode: code = given, responseCode } = error as SmtpError
  if (/^(ENOTFOUND|EAI_)/.test(code)) return detailText('noAddress')
  if (code === 'ECONNREFUSED') return detailText('nothingListens')
  const untrusted = certificateDetail(error, host)
  if (untrusted !== undefined) return untrusted
  if (given === 'EAUTH') return detailText('mailSignInRefused')
  if (given === 'ETLS') return detailText('mailNoTls')
  if (responseCode !== undefined) return detailText('mailRefused', { status: responseCode })
  return detailText('connectionFailed')
}
