import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useRef,
  useState,
} from 'react'
import { assertRefused, type CallError } from '../api/client.ts'
import type { Problem } from '../api/errors.ts'
import { lengthOf } from '../lib/texts.ts'
import { Button } from './Button.tsx'
import { errorsByField, type FormValues } from './form-answer.ts'
import { useIsAlive } from './use-seeded.ts'

type Errors = Partial<Record<string, string>>

type FormState = { errors: Errors; values: FormValues; isSending: boolean }

const FormContext = createContext<FormState>({ errors: {}, values: {}, isSending: false })

export const useForm = (): FormState => use(FormContext)

export type RefusedPost = { problem: Pick<Problem, 'detail' | 'errors'>; values: FormValues }

type Props = Omit<
  ComponentProps<'form'>,
  'action' | 'onSubmit' | 'onInput' | 'method' | 'children'
> & {
  action: string
  /** The verb: what it returns is said below the fields; a refusal that it throws is shown. */
  send(fields: FormData): Promise<string | void>
  /** What the server answered to this form when it was posted without script. */
  refused?: RefusedPost | null
  onInput?(): void
  /** What it says first, as after it was posted without script. */
  saying?: string
  children: ReactNode
  /** The buttons, below what the form says. */
  actions?: ReactNode
}

/**
 * A form that posts without script, and calls its verb with it: errors stand at their fields, and
 * it goes out once.
 */
export function ActionForm({
  action,
  send,
  refused = null,
  saying = '',
  children,
  actions,
  onInput,
  ...rest
}: Props) {
  const isAlive = useIsAlive()
  const [errors, setErrors] = useState<Errors>(() => errorsByField(refused?.problem))
  const [problem, setProblem] = useState(refused?.problem.detail ?? '')
  const [said, setSaid] = useState(saying)
  const [isSending, setSending] = useState(false)
  // State is the render's; two submits may come before the next.
  const sending = useRef(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    const checks = !(submitter instanceof HTMLButtonElement && submitter.formNoValidate)
    const wrong = (checks ? controlsOf(form) : []).flatMap((control) => {
      const message = wrongIn(control)
      return message === '' ? [] : [{ control, message }]
    })
    setErrors(Object.fromEntries(wrong.map(({ control, message }) => [control.name, message])))
    setProblem('')
    setSaid('')
    if (wrong[0]) return wrong[0].control.focus()
    sending.current = true
    setSending(true)
    try {
      setSaid((await send(new FormData(form, submitter))) ?? '')
    } catch (error) {
      assertRefused(error)
      const atFields = errorsByField(error)
      setErrors(atFields)
      const first = controlsOf(form).find(
        ({ name, type }) => atFields[name] !== undefined && type !== 'hidden',
      )
      setProblem(first ? '' : inWords(error))
      first?.focus()
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  // What is wrong with a field is gone while it is edited; it is looked at again when the form is
  // sent.
  const edit = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as Partial<HTMLInputElement>
    onInput?.()
    setSaid('')
    if (name !== undefined && errors[name] !== undefined)
      setErrors({ ...errors, [name]: undefined })
  }

  return (
    <FormContext value={{ errors, values: refused?.values ?? {}, isSending }}>
      <form
        {...rest}
        method="post"
        action={action}
        noValidate={isAlive}
        onSubmit={(event) => void submit(event)}
        onInput={edit}
      >
        {children}
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
        <p className="saved" role="status">
          {said}
        </p>
        {actions}
      </form>
    </FormContext>
  )
}

/** The button that sends the form, busy while it does. */
export function Submit(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const { isSending } = use(FormContext)
  return <Button {...props} type="submit" busy={isSending} />
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      'validity' in element && 'name' in element && element.name !== '',
  )
}

/**
 * The browser counts UTF-16 units; `data-most` is the limit of characters, as the server counts
 * them.
 */
function wrongIn(control: Control): string {
  const most = Number(control.dataset['most'] ?? Infinity)
  return control.validity.valid && lengthOf(control.value) > most
    ? `Please use at most ${most} characters.`
    : control.validationMessage
}

function inWords({ message, code }: CallError): string {
  return code === 'unauthenticated'
    ? `${message} You can sign in in another tab and then try again here: what you typed stays.`
    : message
}
