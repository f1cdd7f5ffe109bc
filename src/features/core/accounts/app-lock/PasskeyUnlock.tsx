import { useEffect, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { unlockWithPasskey } from './unlock.store.ts'

/** Lets a passkey open the lock, in a browser that has them. */
export const PasskeyUnlock = withBoundary(function PasskeyUnlock({ hasPin }: { hasPin: boolean }) {
  const [canUse, setCanUse] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => setCanUse('PublicKeyCredential' in window), [])
  if (!canUse) return null
  const unlock = async () => {
    setBusy(true)
    setProblem('')
    setProblem(await unlockWithPasskey())
    setBusy(false)
  }
  return (
    <div className="stack">
      <p className="notice notice-danger" role="alert">
        {problem}
      </p>
      <Button
        variant={hasPin ? 'quiet' : 'primary'}
        wide
        busy={isBusy}
        onClick={() => void unlock()}
      >
        Unlock with a passkey
      </Button>
    </div>
  )
})
