import '../messages/en/identity-providers.ts'
import { changeLdapPolicies, listLdapPolicies } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'

/** Attaches policies to a user or group of the directory, which the storage server looks up there. */
export function AttachPoliciesModal({ onClose }: { onClose: () => void }) {
  const t = useTexts('identityProviders')
  const [kind, setKind] = useState<'user' | 'group'>('group')
  const [name, setName] = useState('')
  const [policies, setPolicies] = useState('')
  const names = policies
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const attach = useChange(changeLdapPolicies, {
    changes: [listLdapPolicies],
    notice: t('ldap.attached'),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('ldap.attach')}
      onClose={onClose}
      onSubmit={() => attach.mutate({ body: { operation: 'attach', kind, name: name.trim(), policies: names } })}
      submitLabel={t('ldap.attachAction')}
      call={attach}
      disabledReason={name.trim() === '' || names.length === 0 ? t('ldap.incomplete') : undefined}
    >
      <NativeSelect
        label={t('ldap.columns.kind')}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value === 'user' ? 'user' : 'group')}
        data={(['group', 'user'] as const).map((value) => ({ value, label: t(`ldap.kinds.${value}`) }))}
      />
      <TextInput
        label={t('ldap.columns.name')}
        description={t(`ldap.nameHints.${kind}`)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('ldap.policies')}
        description={t('ldap.policiesHint')}
        value={policies}
        onChange={(event) => setPolicies(event.currentTarget.value)}
      />
    </ModalForm>
  )
}
