import {
  ALERT_CHANNEL_KINDS,
  type AlertChannelKind,
  type AlertChannelSettings,
  createAlertChannel,
  listAlertChannels,
} from '@cooperage/contract'
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'

const SECURITIES = ['starttls', 'tls', 'none'] as const
const PORTS = { starttls: '587', tls: '465', none: '25' }
const EMPTY = { name: '', url: '', token: '', host: '', user: '', password: '', from: '', to: '' }
type Field = keyof typeof EMPTY

/** Adds a channel of any kind. */
export function AddChannelModal({ onClose }: { onClose: () => void }) {
  const t = useTexts('alerts')
  const [kind, setKind] = useState<AlertChannelKind>('webhook')
  const [values, setValues] = useState(EMPTY)
  const [security, setSecurity] = useState<AlertChannelSettings['security']>('starttls')
  const [port, setPort] = useState<string>(PORTS.starttls)
  const add = useChange(createAlertChannel, {
    changes: [listAlertChannels],
    notice: t('channels.added'),
    onDone: onClose,
  })
  const isEmail = kind === 'email'
  const isIncomplete =
    values.name.trim() === '' ||
    (isEmail
      ? values.host === '' || !/^\d+$/.test(port) || values.from === '' || values.to.trim() === ''
      : values.url === '' || (kind === 'gotify' && values.token === ''))
  const submit = () => {
    const { name, url, token, host, user, password, from, to } = values
    const recipients = to.split(/[\s,]+/).filter((one) => one !== '')
    const isOpen = security === 'none'
    const ofKind = isEmail
      ? {
          host,
          port: Number(port),
          security,
          user: isOpen ? '' : user,
          password: isOpen ? '' : password,
          from,
          to: recipients,
        }
      : { url, token: kind === 'slack' ? '' : token }
    add.mutate({ body: { name, kind, ...ofKind } })
  }
  const field = (name: Field) => ({
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: name === 'name' || name === 'to' ? value : value.trim() }))
    },
  })
  return (
    <ModalForm
      title={t('channels.add')}
      submitLabel={t('channels.add')}
      call={add}
      isErrorKept
      disabledReason={isIncomplete ? t('channels.incomplete') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('channels.name')} data-autofocus maxLength={100} {...field('name')} />
      <NativeSelect
        label={t('channels.kind')}
        data={ALERT_CHANNEL_KINDS.map((value) => ({ value, label: t(`channels.kinds.${value}`) }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as AlertChannelKind)}
      />
      {kind !== 'email' && (
        <TextInput
          label={t('channels.url')}
          description={t(`channels.urlHints.${kind}`)}
          type="url"
          {...field('url')}
        />
      )}
      {kind !== 'email' && kind !== 'slack' && (
        <PasswordInput
          label={t(`channels.token.${kind}`)}
          description={kind === 'gotify' ? undefined : t('channels.optional')}
          {...field('token')}
        />
      )}
      {isEmail && (
        <>
          <TextInput label={t('channels.host')} {...field('host')} />
          <NativeSelect
            label={t('channels.security')}
            data={SECURITIES.map((value) => ({ value, label: t(`channels.securities.${value}`) }))}
            value={security}
            onChange={(event) => {
              const chosen = event.currentTarget.value as AlertChannelSettings['security']
              if (port === PORTS[security]) setPort(PORTS[chosen])
              setSecurity(chosen)
            }}
          />
          <TextInput
            label={t('channels.port')}
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.currentTarget.value.trim())}
          />
          {security !== 'none' && (
            <>
              <TextInput label={t('channels.user')} description={t('channels.optional')} {...field('user')} />
              <PasswordInput
                label={t('channels.password')}
                description={t('channels.optional')}
                {...field('password')}
              />
            </>
          )}
          <TextInput label={t('channels.from')} {...field('from')} />
          <TextInput label={t('channels.to')} description={t('channels.toHint')} {...field('to')} />
        </>
      )}
      <p className={layout.note}>{t('channels.secretNote')}</p>
    </ModalForm>
  )
}
