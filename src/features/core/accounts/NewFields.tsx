import { Field } from '#ui/Field.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords/passwords.ts'

/** What an account is called, and opened with, where either is chosen. */

export function UsernameField({ username }: { username: string }) {
  return (
    <Field
      name="username"
      label="Username"
      hint="What others call you here. 3 to 20 letters of one alphabet, digits, dashes or underscores; not your real name."
      defaultValue={username}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      minLength={3}
      maxLength={20}
      required
    />
  )
}

export function NewPasswordField() {
  return (
    <PasswordField
      name="password"
      label="Password"
      hint={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four words make a good one.`}
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      required
    />
  )
}
