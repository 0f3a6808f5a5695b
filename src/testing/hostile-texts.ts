/** Script-injection payloads that an attacker may put into a name or any other text: each calls `hostile()` if executed. */
const vectors = [
  '<script>hostile()</script>',
  '<ScRiPt >hostile()</sCrIpT >',
  '<script src=data:,hostile()></script>',
  '<script/x>hostile()</script>',
  '<img src=x onerror=hostile()>',
  '<img src=x onerror="hostile()">',
  "<img src=x onerror='hostile()'>",
  '<img/src=x/onerror=hostile()>',
  '<image href=x onerror=hostile()>',
  '<svg onload=hostile()>',
  '<svg/onload=hostile()>',
  '<svg><script>hostile()</script></svg>',
  '<svg><animate onbegin=hostile() attributeName=x dur=1s>',
  '<svg><a xlink:href=javascript:hostile()><text>x</text></a></svg>',
  '<math><mtext><img src=x onerror=hostile()></mtext></math>',
  '<body onload=hostile()>',
  '<iframe src=javascript:hostile()></iframe>',
  '<iframe srcdoc="<script>parent.hostile()</script>"></iframe>',
  '<object data=javascript:hostile()></object>',
  '<embed src=javascript:hostile()>',
  '<a href=javascript:hostile()>x</a>',
  '<a href="java\\tscript:hostile()">x</a>',
  '<form action=javascript:hostile()><button autofocus>x</button></form>',
  '<input autofocus onfocus=hostile()>',
  '<select autofocus onfocus=hostile()></select>',
  '<details open ontoggle=hostile()>x</details>',
  '<video><source onerror=hostile()></video>',
  '<audio src=x onerror=hostile()></audio>',
  '<marquee onstart=hostile()>x</marquee>',
  '<style>@import"data:text/css,*{}";</style><b onpointerenter=hostile()>x</b>',
  '<meta http-equiv=refresh content="0;url=javascript:hostile()">',
  '<base href=javascript:hostile()//>',
  '<link rel=stylesheet href=javascript:hostile()>',
  '<template><script>hostile()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=hostile()>">',
  '<b style="animation-name:x" onanimationstart=hostile()>x</b>',
  '&lt;script&gt;hostile()&lt;/script&gt;',
  '&#60;img src=x onerror=hostile()&#62;',
  '{constructor.constructor("hostile()")()}',
  '<b>{x}</b><tag>${hostile()}</tag>',
] as const;

/** Prefixes that break out of the context the payload may land in. */
const ways = ['', '">', "'>", '</title></textarea>', '--></style></script>'] as const;

/** All two hundred combinations. */
export const hostileTexts: readonly string[] = vectors.flatMap((vector) => ways.map((way) => `${way}${vector}`));
