import layout from '../../shared/layout.module.css'
import '../../messages/en/link-list.ts'
import { shareEnd, shareObject } from '@cooperage/contract'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { copyText } from '../../shared/copy-text.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { type ShareDay, shareDays } from '../../shared/share-days.ts'
import { formatCount, formatDate, formatDay, formatTime } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from '../objects.module.css'
import { folderReader, keysOfSelection } from '../selected-objects.ts'
import { createLinks, LINKS_LIMIT, type Links } from './create-links.ts'

interface LinkListDialogProps {
  bucket: string
  /** Keys, and folders, which end in a slash. */
  paths: readonly string[]
  onClose: () => void
}

/** Creates a presigned link to every object of a selection, as a list for a download program or a message. */
export function LinkListDialog({ bucket, paths, onClose }: LinkListDialogProps) {
  const t = useTexts(['linkList', 'objects'])
  const selection = useQuery({
    queryKey: ['keys of selection', bucket, paths],
    queryFn: ({ signal }) => keysOfSelection(paths, folderReader(bucket), LINKS_LIMIT, signal),
    gcTime: 0,
  })
  const keys = selection.data ?? []
  const days = useDays(bucket, keys[0])
  const [date, setDate] = useState('')
  const day = days.find((one) => one.date === date) ?? days.at(-1)
  const { progress, made, error, create, forget } = useLinks(bucket, keys, day)
  const [isRefused, setRefused] = useState(false)

  const isDone = made !== undefined && made.links.length > 0
  const text = made?.links.join('\n') ?? ''
  const copy = async () => {
    if (!(await copyText(text))) return setRefused(true)
    showNotice(t('copied'))
    onClose()
  }
  const count = { count: keys.length, number: formatCount(keys.length) }
  const isTooMany = keys.length > LINKS_LIMIT
  const problem = isTooMany
    ? t('tooMany', { number: formatCount(LINKS_LIMIT) })
    : selection.data?.length === 0
      ? t('none')
      : undefined
  const failure = made?.failed[0]
  const end = shareEnd(made?.links[0] ?? '')
  return (
    <ModalForm
      title={t('title')}
      onClose={onClose}
      onSubmit={() => (isDone ? void copy() : create())}
      submitLabel={t(isDone ? 'copy' : 'create')}
      call={{
        isPending: progress !== undefined,
        error: error ?? (selection.error instanceof ApiError ? selection.error : null),
      }}
      disabledReason={selection.isPending ? t('reading') : problem}
    >
      <p>{t('purpose')}</p>
      <NativeSelect
        label={t('objects:share.until')}
        disabled={days.length < 2 || progress !== undefined}
        // A field that is still disabled would leave the focus behind the dialog.
        data-autofocus={days.length > 1 || undefined}
        value={day?.date ?? ''}
        onChange={(event) => {
          setDate(event.currentTarget.value)
          forget()
        }}
        data={days.map(({ date: value, endsAt, isCut }) => ({
          value,
          label: t(isCut ? 'objects:share.dayUntil' : 'objects:share.dayEnd', {
            day: formatDay(endsAt),
            time: formatTime(endsAt),
          }),
        }))}
      />
      {isDone && (
        <Textarea
          label={t('list')}
          readOnly
          rows={Math.min(8, Math.max(3, made.links.length))}
          value={text}
          error={isRefused && t('copyByHand')}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: classes.code ?? '' }}
        />
      )}
      <div role="status" className={classes.status}>
        {isDone && end !== undefined && <p>{t('worksUntil', { time: formatDate(new Date(end).toISOString()) })}</p>}
        {failure && (
          <p className={layout.bad}>
            {t('failed', {
              count: made.failed.length,
              number: formatCount(made.failed.length),
              name: plainName(failure.path),
              message: failure.message,
            })}
          </p>
        )}
        {!made && (
          <p className={layout.note}>
            {progress !== undefined
              ? t('creating', { number: formatCount(progress), total: count.number })
              : selection.isPending
                ? t('reading')
                : (problem ?? t('count', count))}
          </p>
        )}
      </div>
      {isDone && (
        <Button
          variant="default"
          className={classes.atStart ?? ''}
          onClick={() => saveFile('links.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          {t('save')}
        </Button>
      )}
    </ModalForm>
  )
}

/** The days on which links can expire: a link to the first object shows how long one can work. */
function useDays(bucket: string, key: string | undefined): ShareDay[] {
  const { data: link } = useQuery({
    ...apiQuery(shareObject, { params: { bucket }, query: { prefix: key ?? '' } }),
    enabled: key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Another session must not find it.
    gcTime: 0,
  })
  const end = shareEnd(link ?? '')
  return useMemo(() => (end === undefined ? [] : shareDays(Date.now(), end)), [end])
}

/** The creation of the links, which ends with the dialog. */
function useLinks(bucket: string, keys: readonly string[], day: ShareDay | undefined) {
  const [progress, setProgress] = useState<number>()
  const [made, setMade] = useState<Links>()
  const [error, setError] = useState<ApiError | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])
  const create = async () => {
    const { signal } = abort.current
    setError(null)
    setProgress(0)
    const expires = day && { expires: `${day.endsAt - Date.now()}ms` }
    const share = (prefix: string) => call(shareObject, { params: { bucket }, query: { prefix, ...expires } }, signal)
    try {
      setMade(await createLinks(keys, share, signal, setProgress))
    } catch (reason) {
      if (signal.aborted) return
      if (!(reason instanceof ApiError)) throw reason
      setError(reason)
    }
    setProgress(undefined)
  }
  return { progress, made, error, create: () => void create(), forget: () => setMade(undefined) }
}
