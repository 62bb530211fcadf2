import '../../messages/en/tenants.ts'
import { getTenant, isImage, listTenants, type TenantDetails, updateTenant } from '@cooperage/contract'
import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'

export function UpdateVersionDialog({ tenant, onClose }: { tenant: TenantDetails; onClose: () => void }) {
  const t = useTexts('tenants')
  const [image, setImage] = useState('')
  const [prometheus, setPrometheus] = useState(tenant.enable_prometheus)
  const [hasRegistry, setHasRegistry] = useState(false)
  const [registry, setRegistry] = useState({ registry: '', username: '', password: '' })
  const save = useChange(updateTenant, {
    changes: [getTenant, listTenants],
    notice: t('update.done', { tenant: tenant.name }),
    onDone: onClose,
  })
  const isWrong = image !== '' && !isImage(image)
  const isIncomplete = hasRegistry && Object.values(registry).some((value) => value === '')
  const change = (part: keyof typeof registry) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setRegistry((known) => ({ ...known, [part]: value }))
  }
  return (
    <ModalForm
      title={t('update.title', { tenant: tenant.name })}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({
          params: { namespace: tenant.namespace, tenant: tenant.name },
          body: {
            image,
            console_image: '',
            enable_prometheus: prometheus,
            ...(hasRegistry && { image_registry: registry }),
          },
        })
      }
      submitLabel={t('update.submit')}
      call={save}
      disabledReason={isWrong ? t('update.wrongImage') : isIncomplete ? t('update.registryMissing') : undefined}
    >
      <TextInput
        label={t('update.image')}
        description={t('update.imageHint', { image: tenant.image || t('update.none') })}
        error={isWrong ? t('update.wrongImage') : undefined}
        data-autofocus
        value={image}
        onChange={(event) => setImage(event.currentTarget.value.trim())}
      />
      <Switch
        label={t('update.prometheus')}
        description={t('update.prometheusHint')}
        checked={prometheus}
        onChange={(event) => setPrometheus(event.currentTarget.checked)}
      />
      <Switch
        label={t('update.registry')}
        checked={hasRegistry}
        onChange={(event) => setHasRegistry(event.currentTarget.checked)}
      />
      {hasRegistry && (
        <>
          <TextInput label={t('update.endpoint')} value={registry.registry} onChange={change('registry')} />
          <TextInput label={t('update.username')} value={registry.username} onChange={change('username')} />
          <PasswordInput
            label={t('update.password')}
            autoComplete="new-password"
            value={registry.password}
            onChange={change('password')}
          />
        </>
      )}
    </ModalForm>
  )
}
