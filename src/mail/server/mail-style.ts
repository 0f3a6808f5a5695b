/**
 * The product's light colours inline on each element, for programs that support nothing else, with rules for dark colours that override
 * them.
 */
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Vazirmatn,Tahoma,'PingFang SC','Microsoft YaHei',sans-serif";

export const style = {
  ground: `margin:0;padding:0;background-color:#f3f5f8;color:#131b25;${font}`,
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  brand: `padding:0 4px 16px;font-size:18px;font-weight:700;color:#131b25;${font}`,
  card: 'padding:32px 28px;background-color:#ffffff;border:1px solid #dde2e8;border-radius:12px',
  heading: `margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650;color:#131b25;${font}`,
  paragraph: `margin:0 0 16px;font-size:16px;line-height:1.6;color:#2c3846;${font}`,
  actionRow: 'margin:24px 0',
  // The border keeps the button's edge visible in programs that change its background.
  action: `display:inline-block;padding:13px 24px;border:1px solid #3350d4;border-radius:10px;background-color:#3350d4;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;${font}`,
  address: `margin:0;font-size:13px;line-height:1.5;word-break:break-all;${font}`,
  link: 'color:#3350d4',
  closing: 'padding:20px 4px 0',
  note: `margin:0 0 8px;font-size:13px;line-height:1.6;color:#515e6d;${font}`,
};

export const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#0a0e13!important;color:#e8edf3!important}
.card{background-color:#10161d!important;border-color:#242d38!important}
.strong{color:#e8edf3!important}
.plain{color:#ccd5df!important}
.quiet{color:#9eabba!important}
.link{color:#8ea7ff!important}
.action{background-color:#8ea7ff!important;border-color:#8ea7ff!important;color:#0a1024!important}
}`;
