const form = document.querySelector<HTMLFormElement>('[data-sound]')
const box = form?.querySelector<HTMLInputElement>('input')
if (form && box) {
  void import('./chime.client.ts').then(({ play, setSound, wantsSound }) => {
    form.hidden = false
    box.checked = wantsSound()
    box.addEventListener('change', () => {
      setSound(box.checked)
      if (box.checked) void play()
    })
  })
}
