import { reloadsKey } from './reload-guard.ts'

declare global {
  interface Window {
    /** Told by the page once its scripts have taken over; set by `beforeScripts`. */
    radvisTakesOver?: () => void
  }
}

const goingKey = 'radvis.going'

/**
 * Runs in the page's head, before the page's own scripts are there; on a slow connection that is seconds.
 * A form sent by then is kept and sent anew when its scripts have come: the browser itself would put what was typed, a
 * password too, in the address. A script that did not come would leave the page dead, so it is loaded anew, at most once
 * per path in ten seconds; a page that can be read without scripts not a second time by itself. And a
 * page that was loaded anew because the next one's script did not come goes on to that one; who opened another meanwhile
 * stays there.
 */
export const beforeScripts = `(function(){
var kept=null,isGone=false,going=null
try{going=JSON.parse(sessionStorage.getItem('${goingKey}'));sessionStorage.removeItem('${goingKey}')}catch(e){}
var load=performance.getEntriesByType('navigation')[0]
if(going&&load&&load.type==='reload'&&Date.now()-going.at<60000&&going.path!==location.pathname+location.search){location.replace(going.path);return}
function keep(event){event.preventDefault();event.stopPropagation();kept=event.target}
function reload(event){
var part=event.target
if(isGone||!part||!(part.tagName==='SCRIPT'||part.tagName==='LINK'&&/modulepreload|stylesheet/.test(part.rel)))return
var path=location.pathname,reloads={}
try{reloads=JSON.parse(sessionStorage.getItem('${reloadsKey}'))||{}}catch(e){}
var wait=reloads[path]?10000-(Date.now()-reloads[path]):0
if(wait>0&&path.indexOf('/app')!==0)return
isGone=true
setTimeout(function(){reloads[path]=Date.now();sessionStorage.setItem('${reloadsKey}',JSON.stringify(reloads));location.reload()},Math.max(wait,0))}
addEventListener('submit',keep,true)
addEventListener('error',reload,true)
window.radvisTakesOver=function(){
removeEventListener('submit',keep,true);removeEventListener('error',reload,true);delete window.radvisTakesOver
if(kept&&kept.isConnected)kept.requestSubmit()
kept=null}
})()`

/** Where the user is going while that page's script is fetched: React Router loads the page they leave anew if it does not come. */
export function rememberGoing(path: string | null): void {
  if (path === null) sessionStorage.removeItem(goingKey)
  else sessionStorage.setItem(goingKey, JSON.stringify({ path, at: Date.now() }))
}
