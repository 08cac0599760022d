// Says in a sentence what is the matter when this page cannot run: a browser that is too old, or a file that did not come. Old words only.
(function () {
  var OLD = "This browser is too old for this page. Open it in an up-to-date Firefox, Chrome, Edge or Safari (from the year 2023 or later). Everything that it shows is also in the command \"grognard\".";
  var GONE = "A part of this page did not come. Load it again; if that does not help: is the server still running?";

  function tell(words) {
    var main = document.getElementById("main");
    if (!main) {
      document.addEventListener("DOMContentLoaded", function () { tell(words); });
      return;
    }
    if (document.documentElement.getAttribute("data-started")) return;
    document.documentElement.setAttribute("data-started", "not");
    main.textContent = "";
    var line = document.createElement("p");
    line.className = "bad";
    line.setAttribute("role", "alert");
    line.appendChild(document.createTextNode(words));
    main.appendChild(line);
  }

  if (!("noModule" in document.createElement("script")) || !Array.prototype.findLast) tell(OLD);
  window.addEventListener("error", function (event) {
    if (event.target && event.target.src) tell(GONE);
    else if (/SyntaxError|syntax error/i.test(String(event.message))) tell(OLD);
  }, true);
})();
