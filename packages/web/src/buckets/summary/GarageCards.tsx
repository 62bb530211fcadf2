import '../../messages/en/garage.ts'
import { getGarageBucket, setGarageWebsite } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { SettingCard } from '../../shared/SettingCard.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { comma } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { useEdit } from './cards.tsx'

/** What Garage says of a bucket: its usage, its names and its website. */
export function GarageCards({ bucket }: { bucket: string }) {
  const t = useTexts('garage')
  const query = useApiQuery(getGarageBucket, { params: { bucket } })
  const { open, dialog } = useDialogs({
    website: (close) => <WebsiteModal bucket={bucket} onClose={close} />,
  })
  const edit = useEdit(bucket, 'writeGarage', t('bucket.editWebsite'), () => open('website'))
  return (
    <>
      <SettingCard label={t('bucket.usage')} query={query}>
        {({ size, objects }) => ({
          value: (
            <>
              <Bytes bytes={size} />
              {comma()}
              {t('bucket.objects', { count: objects, number: formatCount(objects) })}
            </>
          ),
          note: t('bucket.usageNote'),
        })}
      </SettingCard>
      <SettingCard label={t('bucket.aliases')} query={query}>
        {({ aliases, localAliases }) => ({
          value: aliases.map(plainName).join(', ') || t('bucket.noAliases'),
          note:
            localAliases.length === 0
              ? t('bucket.noLocalAliases')
              : t('bucket.localAliases', {
                  count: localAliases.length,
                  names: localAliases.map(({ alias, accessKey }) => `${plainName(alias)} (${accessKey})`).join(', '),
                }),
        })}
      </SettingCard>
      <SettingCard label={t('bucket.website')} query={query} edit={edit}>
        {({ website }) => {
          if (website === null) return { value: t('bucket.noWebsite'), note: t('bucket.noWebsiteNote') }
          return {
            value: t('bucket.hasWebsite'),
            note: t(website.error === '' ? 'bucket.websiteNote' : 'bucket.websiteErrorNote', website),
          }
        }}
      </SettingCard>
      {dialog}
    </>
  )
}

function WebsiteModal({ bucket, onClose }: { bucket: string; onClose: () => void }) {
  const t = useTexts(['garage', 'shared'])
  const stored = useApiQuery(getGarageBucket, { params: { bucket } }).data?.website ?? null
  const [isOn, setOn] = useState(stored !== null)
  const [index, setIndex] = useState(stored?.index ?? 'index.html')
  const [error, setError] = useState(stored?.error ?? '')
  const save = useChange(setGarageWebsite, {
    changes: [getGarageBucket],
    notice: t('bucket.websiteSaved', { bucket }),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('bucket.websiteTitle', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: { website: isOn ? { index, error } : null } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={isOn && index === '' ? t('bucket.indexMissing') : undefined}
    >
      <Switch
        label={t('bucket.websiteOn')}
        description={t('bucket.websiteHint')}
        data-autofocus
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn && (
        <>
          <TextInput
            label={t('bucket.index')}
            description={t('bucket.indexHint')}
            value={index}
            onChange={(event) => setIndex(event.currentTarget.value)}
          />
          <TextInput
            label={t('bucket.error')}
            description={t('bucket.errorHint')}
            value={error}
            onChange={(event) => setError(event.currentTarget.value)}
          />
        </>
      )}
    </ModalForm>
  )
}
