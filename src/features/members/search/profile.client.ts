import './seen-again.client.ts'
import '../likes/like-boxes.client.ts'
import '../likes/like-parts.client.ts'
import '../messages/write-links.client.ts'
import '../reports/member-acts.client.ts'
import '../reports/member-menu.client.ts'
import '../photos/ask-for-photos.client.ts'
import '../photos/gallery.client.ts'

if (document.querySelector('time[data-locale]'))
  void import('../photos/until.client.ts').then(({ showMoments }) => showMoments(document))
