import { lazy, Suspense } from 'react'

export const loadCrop = () => import('./CropDialog.tsx')
const CropDialog = lazy(async () => ({ default: (await loadCrop()).CropDialog }))

/** The dialog that crops, which is large: it comes once it is asked for. */
export function LazyCrop(props: { id: number; onClose(): void }) {
  return (
    <Suspense>
      <CropDialog {...props} />
    </Suspense>
  )
}
