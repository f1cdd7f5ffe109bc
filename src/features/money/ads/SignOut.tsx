import { useEffect, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { signOutHere } from './ads.store.ts'
import styles from './SignOut.module.css'

/**
 * Signs out where the page was opened from one of ours: a link from elsewhere signs nobody out.
 * Without script, or where that fails, its form does.
 */
export const SignOut = withBoundary(function SignOut(props: {
  brandName: string
  signsOut: boolean
}) {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (props.signsOut) void signOutHere().then(setOut)
    // Once, as the page comes.
  }, [])
  return (
    <div className={styles['leaving']}>
      {isOut ? null : (
        <>
          <h1>Sign out of {props.brandName}</h1>
          <form className="cluster" method="post" action="/site/signout">
            <Button type="submit">Sign out</Button>
            <ButtonLink href="/dashboard" variant="quiet" data-no-under="">
              Stay here
            </ButtonLink>
          </form>
        </>
      )}
      <div role="status">
        {isOut ? (
          <>
            <h1>You are signed out</h1>
            <p>See you soon. This browser no longer knows who you are here.</p>
            <p>
              <ButtonLink href="/" data-no-under="">
                Back to {props.brandName}
              </ButtonLink>
            </p>
          </>
        ) : null}
      </div>
    </div>
  )
})
