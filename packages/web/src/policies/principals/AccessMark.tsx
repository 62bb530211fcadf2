import type { KindAccess, PlaceKind } from '@cooperage/contract'
import { IconCheck, IconCircleHalf2, IconMinus, IconQuestionMark } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { comma } from '../../shared/text/punctuation.ts'
import type { ShownAccess } from './principal-rows.ts'
import classes from './principals.module.css'

const ICONS = { always: IconCheck, sometimes: IconCircleHalf2, no: IconMinus, unknown: IconQuestionMark }

interface AccessMarkProps {
  kind: PlaceKind
  access: ShownAccess
  limits: KindAccess['limits']
}

/** Whether a kind of access is there, by word and icon; on a phone by the name of the kind instead of the word. */
export function AccessMark({ kind, access, limits }: AccessMarkProps) {
  const t = useTexts('principals')
  const Icon = ICONS[access]
  const why = limits.map((limit) => t(`limits.${limit}`)).join(comma())
  return (
    <span className={classes.mark} data-access={access} title={why === '' ? t(`kindHints.${kind}`) : why}>
      <Icon size={15} aria-hidden="true" />
      <span className={classes.kindName}>{t(`kinds.${kind}`)}</span>
      <span className={classes.word}>{t(`access.${access}`)}</span>
    </span>
  )
}
