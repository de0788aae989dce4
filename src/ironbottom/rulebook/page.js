// The contents stand open where there is room; a link into something closed opens it; a position is copied; paper shows all.
const contents = document.querySelector('.contents')
const wide = matchMedia('(min-width: 60rem)')
const lay = () => (contents.open = wide.matches)
wide.addEventListener('change', lay)
lay()
contents.addEventListener('click', (event) => {
  if (!wide.matches && event.target.closest('a')) contents.open = false
})

function reveal() {
  const there = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (there?.matches('details')) there.open = true
  there?.scrollIntoView()
}
addEventListener('hashchange', reveal)
reveal()

if (navigator.clipboard) {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.nextElementSibling.textContent)
      button.textContent = 'Copied'
    })
  }
}

let closed = []
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('main details:not([open])')]
  for (const each of closed) each.open = true
})
addEventListener('afterprint', () => {
  for (const each of closed) each.open = false
})
