import { getObjectLocking, getVersioning, setVersioning } from '@cooperage/contract'
import { Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import classes from '../detail/bucket.module.css'
import { type SettingModalProps, useSettingChange } from './settings.ts'
import { toVersioning, versioningFormOf, versioningProblem } from './versioning-form.ts'

export function VersioningModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'shared'])
  const { data } = useApiQuery(getVersioning, { params: { bucket } })
  const locking = useApiQuery(getObjectLocking, { params: { bucket } }).data
  const [stored] = useState(() => versioningFormOf(data))
  const [form, setForm] = useState(stored)
  const save = useSettingChange(setVersioning, { notice: t('summary.versioning.saved', { bucket }), onClose })
  const problem = versioningProblem(form)
  const isNeeded = locking?.object_locking_enabled === true && stored.isOn
  const cannotExclude = data?.can_exclude === false
  const loses = stored.prefixes !== '' || stored.excludesFolders
  return (
    <ModalForm
      title={t('summary.versioning.title', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: toVersioning(form, stored) })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={problem && t(`summary.versioning.${problem}`)}
    >
      <Switch
        label={t('summary.versioning.on')}
        description={t(isNeeded ? 'summary.versioning.needed' : 'summary.versioning.notes.Enabled')}
        data-autofocus
        disabled={isNeeded}
        checked={form.isOn}
        onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
      />
      {stored.isOn && !form.isOn && (
        <div className={classes.note} role="status">
          <p>{t('summary.versioning.warning')}</p>
          {loses && <p>{t('summary.versioning.exclusionsGo')}</p>}
        </div>
      )}
      {form.isOn && (
        <>
          <Textarea
            label={t('summary.versioning.prefixes')}
            description={t(cannotExclude ? 'summary.versioning.cannotExclude' : 'summary.versioning.prefixesHint')}
            disabled={cannotExclude}
            error={problem && t(`summary.versioning.${problem}`)}
            rows={3}
            spellCheck={false}
            value={form.prefixes}
            onChange={(event) => setForm({ ...form, prefixes: event.currentTarget.value })}
          />
          <Switch
            label={t('summary.versioning.folders')}
            description={t(cannotExclude ? 'summary.versioning.cannotExclude' : 'summary.versioning.foldersHint')}
            disabled={cannotExclude}
            checked={form.excludesFolders}
            onChange={(event) => setForm({ ...form, excludesFolders: event.currentTarget.checked })}
          />
        </>
      )}
    </ModalForm>
  )
}
