import '../messages/en/groups.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EffectivePermissions } from '../policies/index.ts'
import { Loading } from '../shared/Loading.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'

/** What the members of a group may do because of it. */
export function GroupPermissions({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['groups', 'shared'])
  return (
    <ModalForm
      title={t('permissions', { name: plainName(name) })}
      isWide
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      <Suspense fallback={<Loading />}>
        <EffectivePermissions subject={{ kind: 'group', name }} />
      </Suspense>
    </ModalForm>
  )
}
