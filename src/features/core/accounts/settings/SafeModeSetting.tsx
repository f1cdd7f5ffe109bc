import { withBoundary } from '#ui/Boundary.tsx'
import { useSeeded } from '#ui/use-seeded.ts'
import { $safeMode, seedSafeMode } from '../on-screen/safe-mode.store.ts'
import { SafeMode } from '../on-screen/SafeMode.tsx'

/** The part of the settings; what it did is said. */
export const SafeModeSetting = withBoundary(function SafeModeSetting({
  isOn,
  back,
}: {
  isOn: boolean
  back: string
}) {
  const isBlurred = useSeeded($safeMode, isOn, seedSafeMode)
  return (
    <SafeMode isOn={isOn} back={back} className="button button-quiet">
      <p>
        For a look at the site where others may see your screen: the pictures of other members are
        blurred until you switch it off.
      </p>
      <p role="status">{isBlurred ? 'Pictures are blurred.' : ''}</p>
    </SafeMode>
  )
})
