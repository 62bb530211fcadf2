import {
  ADMIN_FEATURE,
  changeSync,
  createSync,
  getSession,
  listSyncs,
  permitCopies,
  SYNC_DELETIONS,
  type Sync,
  type SyncSchedule,
  type SyncSpec,
} from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { serverBase } from '../../navigation/server-paths.ts'
import { PlaceOn, useServers } from '../../servers/index.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { call, callAt } from '../../shared/api/call.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { prefixOf, sourceOf } from './sync-text.ts'

const EVERY = ['once', 'hour', 'day'] as const
const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/

interface SyncDialogProps {
  /** Absent for a new one. */
  sync?: Sync
  onClose: () => void
}

/** Creates a sync, or changes everything of it. */
export function SyncDialog({ sync, onClose }: SyncDialogProps) {
  const t = useTexts('sync')
  const servers = useServers()
  const [from, setFrom] = useState({ bucket: sync?.bucket ?? '', folder: sync?.prefix ?? '' })
  const [server, setServer] = useState(sync?.server ?? '')
  const [to, setTo] = useState({ bucket: sync?.target_bucket ?? '', folder: sync?.target_prefix ?? '' })
  const [every, setEvery] = useState<SyncSchedule['every']>(sync?.schedule.every ?? 'hour')
  const [time, setTime] = useState(sync?.schedule.at ?? '')
  const [deletes, setDeletes] = useState(sync?.deletes ?? false)
  const save = useSave(sync, onClose)
  const noKeys = useKeysProblem(server)
  const isTimeWrong = every === 'day' && !TIME.test(time.trim())
  const reason = () => {
    if (server === '') return t('form.noServer')
    if (noKeys !== undefined) return noKeys
    if (from.bucket === '' || to.bucket === '') return t('form.noBucket')
    return isTimeWrong ? t('form.wrongTime') : undefined
  }
  const submit = () =>
    save.mutate({
      bucket: from.bucket,
      prefix: prefixOf(from.folder),
      server,
      target_bucket: to.bucket,
      target_prefix: prefixOf(to.folder),
      schedule: { every, at: every === 'day' ? time.trim().padStart(5, '0') : '' },
      deletes,
    })
  const here = servers.find(({ isHere }) => isHere)
  return (
    <ModalForm
      title={sync ? t('form.edit', { place: plainName(sourceOf(sync)) }) : t('form.create')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t(sync ? 'form.save' : 'form.create')}
      call={save}
      disabledReason={reason()}
    >
      <fieldset className={`${layout.group} ${layout.stack}`}>
        <legend className={layout.subheading}>{t('form.source', { server: plainName(here?.title ?? '') })}</legend>
        <PlaceOn
          server=""
          bucket={from.bucket}
          onBucket={(bucket) => setFrom({ ...from, bucket })}
          folder={from.folder}
          onFolder={(folder) => setFrom({ ...from, folder })}
        />
      </fieldset>
      <fieldset className={`${layout.group} ${layout.stack}`}>
        <legend className={layout.subheading}>{t('form.target')}</legend>
        <NativeSelect
          label={t('form.server')}
          data={[
            { value: '', label: t('form.noServer') },
            ...servers
              .filter(({ isHere }) => !isHere)
              .map(({ name, title }) => ({ value: name, label: plainName(title) })),
          ]}
          value={server}
          error={noKeys}
          onChange={(event) => setServer(event.currentTarget.value)}
        />
        {server !== '' && (
          <PlaceOn
            server={server}
            bucket={to.bucket}
            onBucket={(bucket) => setTo({ ...to, bucket })}
            folder={to.folder}
            onFolder={(folder) => setTo({ ...to, folder })}
          />
        )}
      </fieldset>
      <NativeSelect
        label={t('form.schedule')}
        data={EVERY.map((value) => ({ value, label: t(`schedules.${value}`) }))}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value as SyncSchedule['every'])}
      />
      {every === 'day' && (
        <TextInput
          label={t('form.time')}
          description={t('form.timeHint')}
          error={time !== '' && isTimeWrong ? t('form.wrongTime') : undefined}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      )}
      <Switch
        label={t('form.deletes')}
        description={t('form.deletesHint', { number: formatCount(SYNC_DELETIONS) })}
        checked={deletes}
        onChange={(event) => setDeletes(event.currentTarget.checked)}
      />
      <p className={layout.note}>{t('form.note')}</p>
      {sync && <p className={layout.note}>{t('form.editNote')}</p>}
    </ModalForm>
  )
}

/** The console of the target permits it in the visitor's session there, and this one saves it with the permission. */
function useSave(before: Sync | undefined, onDone: () => void) {
  const t = useTexts('sync')
  const invalidate = useInvalidate()
  return useMutation<Sync, ApiError, SyncSpec>({
    mutationFn: async (sync) => {
      const permit = { bucket: sync.target_bucket, prefix: sync.target_prefix }
      const { token } = await callAt(
        serverBase(sync.server),
        permitCopies,
        { body: permit },
        AbortSignal.timeout(30_000),
      )
      const body = { sync, token }
      if (before === undefined) return await call(createSync, { body })
      return await call(changeSync, { params: { id: before.id }, body })
    },
    onSuccess: async () => {
      await invalidate(listSyncs)
      showNotice(t(before === undefined ? 'form.created' : 'form.saved'))
      onDone()
    },
    gcTime: 0,
  })
}

/** Why the target can't have syncs, by its name, as its session there says; undefined if it can. */
function useKeysProblem(name: string): string | undefined {
  const t = useTexts('sync')
  const title = useServers().find((one) => one.name === name)?.title ?? ''
  const { data } = useQuery({
    queryKey: ['session at server', name],
    queryFn: ({ signal }) => callAt(serverBase(name), getSession, {}, signal),
    enabled: name !== '',
    retry: false,
  })
  // Without a session, the fields say so.
  if (data === undefined || data.features.includes(ADMIN_FEATURE)) return undefined
  return t('noKeys', { server: plainName(title) })
}
