import '../messages/en/objects.ts'
import '../messages/en/share-links.ts'
import { EMBEDDED_FEATURE, shareEnd, shareObject } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useHasAdmin, useSession } from '../session/index.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import { copyText } from '../shared/copy-text.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { shareDays } from '../shared/share-days.ts'
import { formatDate, formatDay, formatTime } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { LinkFields } from './LinkFields.tsx'
import { NewLink } from './NewLink.tsx'
import classes from './share-links.module.css'
import { useLinkForm } from './use-link-form.ts'

/** Host names that mean another machine to everyone who isn't on this one. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

interface ShareDialogProps {
  bucket: string
  objectKey: string
  /** The version that the link opens; default the latest. */
  versionId?: string
  /** The name of the object in its folder. */
  name: string
  onClose: () => void
}

/** The choice, and the lifetime computed when it was made: a re-render must not create another link. */
interface Choice {
  date: string
  expires: string
}

/** Creates a link that opens one object without signing in (spec object-browser 2, Share File), and where it can, one that lasts. */
export function ShareDialog({ bucket, objectKey, versionId = '', name, onClose }: ShareDialogProps) {
  const t = useTexts(['objects', 'shareLinks'])
  const [isLasting, setLasting] = useState(false)
  const isEmbedded = useSession()?.features.includes(EMBEDDED_FEATURE) === true
  // Such a link has an access key of its own.
  const hasLasting = useHasAdmin() && !isEmbedded
  const temporary = useTemporaryLink({ bucket, objectKey, versionId, onClose })
  const lasting = useLinkForm({ bucket, path: objectKey, versionId })
  if (lasting.created) return <NewLink {...lasting.created} onClose={onClose} />

  return (
    <ModalForm
      title={
        <>
          {t('share.title')} <ObjectName name={name} />
        </>
      }
      onClose={onClose}
      {...(isLasting ? lasting.dialog : temporary.dialog)}
    >
      {hasLasting && (
        <RadioChoices
          legend={t('share.kind')}
          choices={[
            { value: 'temporary', label: t('share.temporary'), hint: t('share.temporaryHint') },
            { value: 'lasting', label: t('share.lasting'), hint: t('shareLinks:create.purpose') },
          ]}
          chosen={isLasting ? 'lasting' : 'temporary'}
          onChange={(kind) => setLasting(kind === 'lasting')}
          // The address of a link that is being created is shown by this dialog only.
          isDisabled={lasting.dialog.call.isPending}
          status={undefined}
        />
      )}
      {isLasting ? <LinkFields form={lasting.form} change={lasting.change} /> : temporary.fields}
    </ModalForm>
  )
}

/** The link that ends with the session: its fields, and copying it. */
function useTemporaryLink({ bucket, objectKey, versionId, onClose }: Required<Omit<ShareDialogProps, 'name'>>) {
  const t = useTexts('objects')
  const [choice, setChoice] = useState<Choice>()
  const [isRefused, setRefused] = useState(false)
  const longest = useLink(bucket, objectKey, versionId, undefined)
  const chosen = useLink(bucket, objectKey, versionId, choice)
  const { data: link, error } = choice === undefined ? longest : chosen
  const endsAt = link === undefined ? undefined : shareEnd(link)
  const lastEnd = longest.data === undefined ? undefined : shareEnd(longest.data)
  const days = useMemo(() => (lastEnd === undefined ? [] : shareDays(Date.now(), lastEnd)), [lastEnd])
  const last = days.at(-1)
  const host = link === undefined ? '' : new URL(link).hostname

  const choose = (date: string) => {
    setRefused(false)
    const day = days.find((one) => one.date === date)
    setChoice(day === undefined || day === last ? undefined : { date, expires: `${day.endsAt - Date.now()}ms` })
  }
  const copy = async () => {
    if (link === undefined) return
    if (!(await copyText(link))) return setRefused(true)
    showNotice(t('share.copied'))
    onClose()
  }
  const fields = (
    <>
      <p>{t('share.purpose')}</p>
      <NativeSelect
        label={t('share.until')}
        disabled={days.length < 2}
        value={choice?.date ?? last?.date ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={days.map(({ date, endsAt: end, isCut }) => ({
          value: date,
          label: t(isCut ? 'share.dayUntil' : 'share.dayEnd', { day: formatDay(end), time: formatTime(end) }),
        }))}
      />
      <TextInput
        label={t('share.link')}
        readOnly
        data-autofocus
        value={link ?? ''}
        placeholder={error ? '' : t('share.creating')}
        error={error?.message ?? (isRefused && t('share.copyByHand'))}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.link ?? '' }}
      />
      <div role="status" className={`${layout.stack} ${classes.status}`}>
        {endsAt !== undefined && <p>{t('share.worksUntil', { time: formatDate(new Date(endsAt).toISOString()) })}</p>}
        {LOOPBACK.test(host) && <p className={layout.warn}>{t('share.loopback', { host })}</p>}
      </div>
    </>
  )
  const dialog = {
    onSubmit: () => void copy(),
    submitLabel: t('share.copy'),
    disabledReason: link === undefined ? t('share.creating') : undefined,
  }
  return { dialog, fields }
}

/** The link is cached only while the dialog is open: another session must not find it. */
function useLink(bucket: string, prefix: string, versionId: string, choice: Choice | undefined) {
  const query = {
    prefix,
    ...(versionId !== '' && { version_id: versionId }),
    ...(choice && { expires: choice.expires }),
  }
  return useQuery({
    ...apiQuery(shareObject, { params: { bucket }, query }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
