import '../messages/en/added-servers.ts'
import { type AddedServer, addServer, changeServer, SERVER_COLORS } from '@cooperage/contract'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { serverBase } from '../navigation/server-paths.ts'
import { callAt } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useAtMain } from './use-added-servers.ts'

const NEW: AddedServer = { name: '', title: '', color: 'gray', url: '', public_url: '', ca: '' }

interface AddedServerDialogProps {
  /** The server whose administrators add others. */
  main: string
  /** Undefined for a new one. */
  server: AddedServer | undefined
  onClose: () => void
}

/** A new server, or the changes of one that was added in the console. */
export function AddedServerDialog({ main, server, onClose }: AddedServerDialogProps) {
  const t = useTexts('addedServers')
  const [form, setForm] = useState(server ?? NEW)
  const { name, ...fields } = form
  const save = useAtMain(
    (signal) =>
      server === undefined
        ? callAt(serverBase(main), addServer, { body: form }, signal)
        : callAt(serverBase(main), changeServer, { params: { name }, body: fields }, signal),
    t('saved', { title: plainName(form.title) }),
    onClose,
  )
  const field = (key: 'name' | 'title' | 'url' | 'public_url' | 'ca') => ({
    value: form[key],
    onChange: (event: { currentTarget: { value: string } }) => setForm({ ...form, [key]: event.currentTarget.value }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  })
  const isIncomplete = [form.name, form.title, form.url].some((text) => text.trim() === '')
  return (
    <ModalForm
      title={server === undefined ? t('addTitle') : t('editTitle', { title: plainName(server.title) })}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submitLabel={server === undefined ? t('add') : t('save')}
      call={save}
      isErrorKept
      disabledReason={isIncomplete ? t('incomplete') : undefined}
    >
      {server === undefined && (
        <TextInput label={t('name')} description={t('nameHint')} data-autofocus {...field('name')} />
      )}
      <TextInput label={t('titleField')} description={t('titleHint')} {...field('title')} />
      <TextInput label={t('url')} description={t('urlHint')} {...field('url')} />
      {server !== undefined && form.url !== server.url && (
        <p className={layout.note} role="status">
          {t('moves')}
        </p>
      )}
      <TextInput label={t('publicUrl')} description={t('publicUrlHint')} {...field('public_url')} />
      <Textarea label={t('ca')} description={t('caHint')} rows={4} {...field('ca')} />
      <NativeSelect
        label={t('color')}
        data={SERVER_COLORS.map((color) => ({ value: color, label: t(`colors.${color}`) }))}
        value={form.color}
        onChange={(event) =>
          setForm({ ...form, color: SERVER_COLORS.find((color) => color === event.currentTarget.value) ?? 'gray' })
        }
      />
    </ModalForm>
  )
}
