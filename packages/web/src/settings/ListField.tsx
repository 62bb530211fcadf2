import { Textarea, type TextareaProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { joinList, splitList } from './list-value.ts'

/** Spec identity-and-settings 9. */
const DELAY_MS = 500

interface ListFieldProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  /** The values, joined with the separator. */
  value: string
  separator: ',' | ';'
  onChange: (value: string) => void
  hint: string
}

/** A list of values, one on each line. */
export function ListField({ value, separator, onChange, hint, description, ...props }: ListFieldProps) {
  const [text, setText] = useState(() => splitList(value, separator).join('\n'))
  const report = useDebouncedCallback((lines: string) => onChange(joinList(lines, separator)), DELAY_MS)
  return (
    <Textarea
      {...props}
      description={[description, hint].filter(Boolean).join(' · ')}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        report(event.currentTarget.value)
      }}
      onBlur={() => report.flush()}
    />
  )
}
