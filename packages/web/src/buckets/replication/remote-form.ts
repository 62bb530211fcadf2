import {
  type ByteUnit,
  type listExternalBuckets,
  MAX_HEALTH_CHECK_PERIOD,
  MIN_REPLICATION_BANDWIDTH,
  type SyncMode,
  type setReplication,
} from '@cooperage/contract'
import type { CallInput } from '../../shared/api/call.ts'
import { bytesOfInput, type SizeInput, unitsFrom } from '../../shared/fields/size.ts'

export type ReplicationRequest = NonNullable<CallInput<typeof setReplication>['body']>
type ListRequest = NonNullable<CallInput<typeof listExternalBuckets>['body']>

/** The values of the form: the other server, and the replication options. */
export interface RemoteForm {
  /** With or without a scheme. */
  url: string
  usesTls: boolean
  accessKey: string
  secretKey: string
  region: string
  mode: SyncMode
  bandwidth: SizeInput
  /** Seconds. */
  healthCheck: string
}

/** Spec core-console 9. */
export const REMOTE_DEFAULTS: RemoteForm = {
  url: '',
  usesTls: true,
  accessKey: '',
  secretKey: '',
  region: '',
  mode: 'async',
  bandwidth: { amount: '100', unit: 'GiB' },
  healthCheck: '60',
}

/** Ki to Ei (spec core-console 9). */
export const BANDWIDTH_UNITS = unitsFrom('KiB').slice(0, 6)

export function bandwidthUnitLabel(unit: ByteUnit): string {
  return unit.slice(0, -1)
}

const SCHEME = /^\s*(https?):\/\//i

/** A typed scheme sets the switch, so that the two never contradict each other. */
export function withUrl(form: RemoteForm, url: string): RemoteForm {
  const scheme = SCHEME.exec(url)?.[1]
  return scheme === undefined ? { ...form, url } : { ...form, url, usesTls: scheme.toLowerCase() === 'https' }
}

/** The switch removes a typed scheme. */
export function withTls(form: RemoteForm, usesTls: boolean): RemoteForm {
  return { ...form, usesTls, url: form.url.replace(SCHEME, '') }
}

/** The typed address with the scheme of the switch (spec core-console 9); '' if it is empty. */
export function targetUrl({ url, usesTls }: RemoteForm): string {
  const host = url.replace(SCHEME, '').trim().replace(/\/+$/, '')
  return host === '' ? '' : `${usesTls ? 'https' : 'http'}://${host}`
}

type UrlProblem = 'urlMissing' | 'urlWrong'

export function urlProblem(form: RemoteForm): UrlProblem | undefined {
  const target = targetUrl(form)
  if (target === '') return 'urlMissing'
  const parsed = URL.canParse(target) ? new URL(target) : undefined
  const isPlain = parsed?.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === ''
  return isPlain && !/\s/.test(target) ? undefined : 'urlWrong'
}

type BandwidthProblem = 'bandwidthWrong' | 'bandwidthLow'

/** At least 0 (spec core-console 5); values between 0 and the minimum of servers are rejected here first. */
export function bandwidthProblem({ mode, bandwidth }: RemoteForm): BandwidthProblem | undefined {
  if (mode === 'sync') return undefined
  const bytes = bytesOfInput(bandwidth)
  if (bytes === undefined) return 'bandwidthWrong'
  return bytes > 0 && bytes < MIN_REPLICATION_BANDWIDTH ? 'bandwidthLow' : undefined
}

export function isHealthCheck(text: string): boolean {
  const seconds = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_HEALTH_CHECK_PERIOD
}

export type RemoteProblem = UrlProblem | 'accessKeyMissing' | 'secretKeyMissing' | BandwidthProblem | 'healthCheckWrong'

/** Why the form can't be submitted; undefined if it can. */
export function remoteProblem(form: RemoteForm): RemoteProblem | undefined {
  const url = urlProblem(form)
  if (url) return url
  if (form.accessKey.trim() === '') return 'accessKeyMissing'
  if (form.secretKey === '') return 'secretKeyMissing'
  return bandwidthProblem(form) ?? (isHealthCheck(form.healthCheck) ? undefined : 'healthCheckWrong')
}

export function toListRequest(form: RemoteForm): ListRequest {
  return { ...accessOf(form), useTLS: form.usesTls }
}

/** The request body for a form without a problem, except for the buckets (spec core-console 3). */
export function toRemote(form: RemoteForm): Omit<ReplicationRequest, 'bucketsRelation'> {
  return {
    ...accessOf(form),
    syncMode: form.mode,
    bandwidth: form.mode === 'sync' ? 0 : (bytesOfInput(form.bandwidth) ?? 0),
    healthCheckPeriod: Number(form.healthCheck),
  }
}

function accessOf(form: RemoteForm) {
  const { accessKey, secretKey, region } = form
  return { accessKey: accessKey.trim(), secretKey, targetURL: targetUrl(form), region: region.trim() }
}
