import '../messages/en/server-jobs.ts'
import {
  createJobToServer,
  listJobs,
  permitCopies,
  retryJob,
  retryJobToServer,
  type ServerJob,
  type ToServerSpec,
} from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { jobsPath } from '../navigation/paths/pages.ts'
import { serverBase } from '../navigation/server-paths.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { call, callAt } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { targetFolder } from './server-job.ts'

/**
 * Starts a job that writes to another storage server: its console permits it in the visitor's session there, and this one starts
 * it with the permission.
 */
export function useJobToServer(onDone: () => void) {
  const t = useTexts('serverJobs')
  const invalidate = useInvalidate()
  return useMutation<ServerJob, ApiError, { job: ToServerSpec; prefix: string }>({
    mutationFn: async ({ job, prefix }) => {
      const body = { bucket: job.target_bucket, prefix }
      const { token } = await callAt(serverBase(job.server), permitCopies, { body }, AbortSignal.timeout(30_000))
      return await call(createJobToServer, { body: { job, token } })
    },
    onSuccess: async (job) => {
      await invalidate(listJobs)
      const text = job.ends_with_session ? t('run.startedInSession') : t('run.started')
      showNotice(text, [{ label: t('run.show'), to: jobsPath() }])
      onDone()
    },
    gcTime: 0,
  })
}

/** Starts a job for the failed items of another; where that writes to another storage server, with a new permission there. */
export function useRetry(): (job: ServerJob) => void {
  const t = useTexts('serverJobs')
  const invalidate = useInvalidate()
  const { mutate } = useMutation<ServerJob, ApiError, ServerJob>({
    mutationFn: async (job) => {
      const params = { id: job.id }
      const { kind, server_name: server, target_bucket: bucket } = job
      if (server === '') return await call(retryJob, { params })
      const body = { bucket, prefix: targetFolder(job), creates: kind === 'migrate' }
      const { token } = await callAt(serverBase(server), permitCopies, { body }, AbortSignal.timeout(30_000))
      return await call(retryJobToServer, { params, body: { token } })
    },
    onSuccess: () => showNotice(t('retried')),
    onError: (error) => showError(error),
    onSettled: () => invalidate(listJobs),
    gcTime: 0,
  })
  return useCallback((job: ServerJob) => mutate(job), [mutate])
}
