import { Chips } from '#ui/Chips.tsx'
import { Field, TextField } from '#ui/Field.tsx'
import { type FormValues, valueOf, valuesOf } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import type { PartField } from './part-fields.ts'

type Props = { fields: readonly PartField[]; values: FormValues }

/** Fields of a member's profile, with what they show first. */
export function PartFields({ fields, values }: Props) {
  return fields.map((field) => (
    <One key={'label' in field ? field.label : field.kind} field={field} values={values} />
  ))
}

function One({ field, values }: { field: PartField; values: FormValues }) {
  switch (field.kind) {
    case 'ages': {
      const age = { type: 'number', min: field.from, max: field.to, inputMode: 'numeric' } as const
      return (
        <div className="form-row">
          <Field
            {...age}
            name="ageFrom"
            label="Age from"
            placeholder={String(field.from)}
            defaultValue={valueOf(values, 'ageFrom')}
          />
          <Field
            {...age}
            name="ageTo"
            label="Age to"
            placeholder={String(field.to)}
            defaultValue={valueOf(values, 'ageTo')}
          />
        </div>
      )
    }
    case 'many': {
      const { kind: _, ...rest } = field
      return <Chips {...rest} defaultValue={valuesOf(values, field.name)} />
    }
    case 'one': {
      const { kind: _, at = 0, ...rest } = field
      return <SelectField {...rest} defaultValue={valuesOf(values, field.name)[at] ?? ''} />
    }
    case 'line': {
      const { kind: _, ...rest } = field
      const value = valueOf(values, field.name)
      return <Field {...rest} autoComplete="off" dir="auto" defaultValue={value} />
    }
    case 'text': {
      const { kind: _, ...rest } = field
      return <TextField {...rest} rows={8} dir="auto" defaultValue={valueOf(values, field.name)} />
    }
  }
}
