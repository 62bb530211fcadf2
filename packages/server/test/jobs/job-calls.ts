/** Starts jobs on the server and waits for them. */
import type { FolderContents, JobSpec, ServerJob, ServerJobDetails } from '@cooperage/contract'
import { expect, vi } from 'vitest'
import type { Visitor } from '../visitor.ts'

/** Patience with a busy machine. */
const PATIENT = { timeout: 40_000, interval: 50 }

type Row = { path: string; recursive?: boolean; contents?: FolderContents }
type Typed<Spec> = Spec extends { kind: string; bucket: string }
  ? Pick<Spec, 'kind' | 'bucket'> & Partial<Omit<Spec, 'paths'>> & { paths?: Row[] }
  : never

export async function startJob(user: Visitor, json: Typed<JobSpec>): Promise<ServerJob> {
  const reply = await user.call('POST', '/api/v1/jobs', { json })
  expect([reply.status, reply.json]).toMatchObject([201, { kind: json.kind, bucket: json.bucket }])
  return reply.json as ServerJob
}

export async function readJob(user: Visitor, { id }: Pick<ServerJob, 'id'>): Promise<ServerJobDetails> {
  const reply = await user.get(`/api/v1/jobs/${id}`)
  expect(reply.status).toBe(200)
  return reply.json as ServerJobDetails
}

export async function controlJob(user: Visitor, { id }: Pick<ServerJob, 'id'>, action: string): Promise<ServerJob> {
  const reply = await user.call('POST', `/api/v1/jobs/${id}`, { json: { action } })
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  return reply.json as ServerJob
}

/** Waits until a job satisfies `isSo`. */
export async function jobThat(
  user: Visitor,
  job: Pick<ServerJob, 'id'>,
  isSo: (job: ServerJobDetails) => boolean,
): Promise<ServerJobDetails> {
  return await vi.waitFor(async () => {
    const now = await readJob(user, job)
    if (!isSo(now)) throw new Error(`The job is ${JSON.stringify(now)}`)
    return now
  }, PATIENT)
}

export const ended = (user: Visitor, job: Pick<ServerJob, 'id'>) => jobThat(user, job, (now) => now.ended !== '')

/** Waits until the account has no key of a job any more, or of this one if jobs of the account run concurrently. */
export async function withoutJobKeys(user: Visitor, job?: Pick<ServerJob, 'id'>): Promise<void> {
  await vi.waitFor(async () => {
    const all = (await user.get('/api/v1/account/access-keys')).json as { name: string; description: string }[]
    const keys = all.filter(({ name }) => name === 'cooperage-job')
    expect(keys.filter(({ description }) => description.includes(job?.id ?? ''))).toEqual([])
  }, PATIENT)
}
