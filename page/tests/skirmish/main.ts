// The page with Skirmish among its games, as the tests of the browser play it; it is never shipped.
import { mount } from 'svelte'
import '../../src/theme/index.css'
import App from '../../src/app/App.svelte'
import { addPage } from '../../src/games'

addPage('skirmish', () => import('./play'))
mount(App, { target: document.getElementById('app')! })
