function t(n,r){let e=new EventSource("api/events");return e.addEventListener("state",s=>n(JSON.parse(s.data))),e.onopen=()=>r(!0),e.onerror=()=>r(!1),()=>e.close()}t(n=>console.log(n),()=>{});
