import { getPolicyCatalogue } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import classes from './simulator.module.css'

interface ActionNameProps {
  action: string
  onChange: (action: string) => void
}

/** The action of a simulated request, with those of the catalogue as suggestions. */
export function ActionName({ action, onChange }: ActionNameProps) {
  const t = useTexts('policies')
  const id = useId()
  const { data } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <>
      <TextInput
        className={classes.action}
        label={t('simulator.action')}
        description={t('simulator.actionHint')}
        list={id}
        value={action}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {data?.actions.map(({ name }) => !name.includes('*') && <option key={name} value={name} />)}
      </datalist>
    </>
  )
}
