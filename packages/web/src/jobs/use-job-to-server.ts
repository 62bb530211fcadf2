import '../messages/en/server-jobs.ts'
import { createJobToServer, listJobs, permitCopies, type ServerJob, type ToServerSpec } from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { jobsPath } from '../navigation/paths/pages.ts'
import { serverBase } from '../navigation/server-paths.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { call, callAt } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'

/**
 * Starts a job that writes to another storage server: its console permits it in the visitor's session there, and this one starts
 * it with the permission.
 */
export function useJobToServer(onDone: () => void) {
  const { t } = useTranslation('serverJobs')
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
